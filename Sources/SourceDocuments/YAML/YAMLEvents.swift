// The events of a YAML stream, as libyaml tells them.

import CYaml

/// Parses a text event by event ([YAML 1.2.2, section 3.1.2](https://yaml.org/spec/1.2.2/#312-load)). What `position`, `anchor`, `tag`
/// and `scalar` say is of the last event.
struct YAMLEvents: ~Copyable {
    enum Kind {
        case documentStart, documentEnd, scalar, alias, sequenceStart, mappingStart
        /// Of a sequence or a mapping.
        case collectionEnd
        case streamEnd
    }

    private let text: UnsafeBufferPointer<UInt8>
    /// It points into itself, so it must not move.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var event = yaml_event_t()

    /// - Parameter text: UTF-8, which must outlive the events.
    init(of text: UnsafeBufferPointer<UInt8>) throws(YAMLReader.Problem) {
        self.text = text
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLEvents.unreadable
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        // The parser wants an address, even of nothing.
        let start = text.baseAddress ?? UnsafePointer(UnsafeRawPointer(parser).assumingMemoryBound(to: UInt8.self))
        yaml_parser_set_input_string(parser, start, text.count)
    }

    deinit {
        var event = event
        yaml_event_delete(&event)
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    mutating func next() throws(YAMLReader.Problem) -> Kind {
        yaml_event_delete(&event)
        guard yaml_parser_parse(parser, &event) == 1 else { throw YAMLEvents.problem(of: parser.pointee, in: text) }
        switch event.type {
        case YAML_STREAM_START_EVENT: return try next()
        case YAML_DOCUMENT_START_EVENT: return .documentStart
        case YAML_DOCUMENT_END_EVENT: return .documentEnd
        case YAML_ALIAS_EVENT: return .alias
        case YAML_SCALAR_EVENT: return .scalar
        case YAML_SEQUENCE_START_EVENT: return .sequenceStart
        case YAML_MAPPING_START_EVENT: return .mappingStart
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .collectionEnd
        default: return .streamEnd
        }
    }

    /// Where the event starts: at its anchor or tag, if it has one.
    var position: Position { Position(event.start_mark) }

    /// From where to where the event's text goes, in Unicode scalars from the document's start.
    var scalars: Range<Int> {
        Int(event.start_mark.index)..<max(Int(event.start_mark.index), Int(event.end_mark.index))
    }

    /// Whether a collection is written in brackets.
    var isFlow: Bool {
        switch event.type {
        case YAML_SEQUENCE_START_EVENT: event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
        case YAML_MAPPING_START_EVENT: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
        default: false
        }
    }

    /// The name that a node is given, or that an alias asks for.
    var anchor: String? {
        switch event.type {
        case YAML_ALIAS_EVENT: YAMLEvents.string(event.data.alias.anchor)
        case YAML_SCALAR_EVENT: YAMLEvents.string(event.data.scalar.anchor)
        case YAML_SEQUENCE_START_EVENT: YAMLEvents.string(event.data.sequence_start.anchor)
        case YAML_MAPPING_START_EVENT: YAMLEvents.string(event.data.mapping_start.anchor)
        default: nil
        }
    }

    /// A scalar's tag, nil where none is written.
    var tag: String? { YAMLEvents.string(event.data.scalar.tag) }

    /// Whether a scalar is written without quotes and not as a block.
    var isPlain: Bool { event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE }

    /// A scalar's text.
    var scalar: String {
        String(
            decoding: UnsafeBufferPointer(start: event.data.scalar.value, count: event.data.scalar.length),
            as: UTF8.self)
    }

    private static func string(_ text: UnsafePointer<UInt8>?) -> String? { text.map { String(cString: $0) } }
}
