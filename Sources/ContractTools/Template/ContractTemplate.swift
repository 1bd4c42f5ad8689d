// `counterpart init`: a small contract to start from, with comments that say what is what.

/// The files of a new contract folder.
package struct ContractTemplate: Sendable {
    /// The folder's name.
    package let name: String

    package init(name: String) { self.name = name }

    /// Paths within the folder and texts.
    package var files: [(path: String, text: String)] {
        [("openapi.yaml", document), ("mock.yaml", Self.mockFile), ("counterpart.yaml", Self.options)]
    }

    private static let mockFile = """
        # yaml-language-server: $schema=.schemas/mock.schema.json
        # How the mock behaves beyond the examples of openapi.yaml: state and rules, identities, latency and faults. All of it may be left out.
        # Without a word here what is posted is there for later requests.
        #
        # latency:
        #   profile: 3g

        """

    private static let options = """
        # yaml-language-server: $schema=.schemas/counterpart.schema.json
        # Options that are repeated, by command. The command line has precedence, then variables such as COUNTERPART_PORT.
        #
        # serve:
        #   port: 8081
        # verify:
        #   backend: http://127.0.0.1:3000

        """

    /// The last part of the name in words: `Contracts/book-shop` is `book shop`.
    private var title: String {
        let last = name.split(separator: "/").last.map { String($0) } ?? name
        let words = last.map { $0 == "-" || $0 == "_" || $0.isNewline ? " " : $0 }
        return String(words).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
    }

    private var document: String {
        """
        # A contract: what clients of this API may send, and what it answers.
        #   counterpart check \(shellName)    says what is wrong with it
        #   counterpart serve \(shellName)    is the backend it describes
        #   counterpart verify \(shellName) --backend http://127.0.0.1:8080    holds a real backend to it
        openapi: 3.1.0
        info:
          title: '\(title)'
          version: 0.1.0

        # Where the real API is. The mock answers under the same base path, and without it too.
        servers:
          - url: https://api.example.com/v1

        paths:
          /notes:
            get:
              operationId: listNotes
              summary: All notes, newest first
              parameters:
                - name: limit
                  in: query
                  description: How many at most.
                  schema: {type: integer, minimum: 1, maximum: 100, default: 20}
                  # Examples of one name on parameters, body and response are one exchange: with limit=2 come these two notes.
                  examples:
                    two-notes: {value: 2}
                    none-at-all: {value: 0}
                  # The status that answers a bad value of this parameter.
                  x-invalid-status: 400
              responses:
                '200':
                  description: The notes.
                  content:
                    application/json:
                      schema:
                        type: array
                        items: {$ref: '#/components/schemas/Note'}
                      examples:
                        two-notes:
                          value:
                            - {id: 2, text: Buy milk, done: false}
                            - {id: 1, text: Call Anna, done: true}
                '400':
                  description: The limit is none.
                  # An answer without content names its examples here.
                  x-counterpart-examples: [none-at-all]
            post:
              operationId: addNote
              summary: Write a note
              requestBody:
                required: true
                content:
                  application/json:
                    schema: {$ref: '#/components/schemas/NewNote'}
                    examples:
                      a-new-note: {value: {text: Water the plants}}
              responses:
                '201':
                  description: The note as it is kept.
                  content:
                    application/json:
                      schema: {$ref: '#/components/schemas/Note'}
                      examples:
                        a-new-note: {value: {id: 3, text: Water the plants, done: false}}
                '422':
                  description: It is no note.
          /notes/{id}:
            parameters:
              - name: id
                in: path
                required: true
                schema: {type: integer, format: int64, minimum: 1}
                examples:
                  a-note: {value: 1}
                  no-such-note: {value: 404}
            get:
              operationId: getNote
              summary: One note
              responses:
                '200':
                  description: The note.
                  content:
                    application/json:
                      schema: {$ref: '#/components/schemas/Note'}
                      examples:
                        a-note: {value: {id: 1, text: Call Anna, done: true}}
                '404':
                  description: There is no such note.
                  x-counterpart-examples: [no-such-note]
            delete:
              operationId: deleteNote
              summary: Throw a note away
              responses:
                '204':
                  description: It is gone.
                  x-counterpart-examples: [a-note]
                '404':
                  description: There is no such note.
                  x-counterpart-examples: [no-such-note]

        components:
          schemas:
            NewNote:
              type: object
              required: [text]
              properties:
                text: {type: string, minLength: 1}
            Note:
              type: object
              required: [id, text, done]
              properties:
                id: {type: integer, format: int64, minimum: 1}
                text: {type: string, minLength: 1}
                done: {type: boolean}

        """
    }

    private var shellName: String {
        let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "-_./".contains($0) }
        return isPlain ? name : "'" + name.filter { $0 != "'" && !$0.isNewline } + "'"
    }
}
