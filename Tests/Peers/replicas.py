"""What scripts about replicas share: processes of the mock that serve one contract from one store."""
import http.client
import json
import socket
import subprocess
import threading

# An API that counts.
CONTRACT = """
openapi: 3.1.0
info: {title: Count, version: "1"}
paths:
  /count:
    get: {operationId: read, responses: {'200': {description: So far., content: {application/json: {schema: {type: integer}}}}}}
    post: {operationId: add, responses: {'200': {description: And now., content: {application/json: {schema: {type: integer}}}}}}
    put:
      operationId: write
      parameters: [{name: to, in: query, required: true, schema: {type: integer}}]
      responses: {'200': {description: And now., content: {application/json: {schema: {type: integer}}}}}
"""
RULES = """
state: {count: 0}
operations:
  read: [{respond: {status: 200, body: state.count}}]
  add:
    - change: [{set: {count: state.count + 1}}]
      respond: {status: 200, body: state.count}
  write:
    - change: [{set: {count: params.to}}]
      respond: {status: 200, body: state.count}
"""


def write_contract(folder):
    (folder / "openapi.yaml").write_text(CONTRACT)
    (folder / "mock.yaml").write_text(RULES)


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def ask(port, method, path, headers={}, body=None, timeout=8):
    """Status and content. Raises where no whole answer comes."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body=body, headers=headers)
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


class Replica:
    def __init__(self, program, contract, store, *options, quiet=True):
        self.command = [program, "serve", contract, "--no-config", "--json", "--store", store, *options]
        if quiet:
            self.command.append("--quiet")
        self.port = None
        # What it printed of each request.
        self.log = []
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port or 0)], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.port = json.loads(line)["port"]
        self.reader = threading.Thread(target=self.read, args=(self.process.stdout,), daemon=True)
        self.reader.start()

    def read(self, lines):
        for line in lines:
            event = json.loads(line)
            if event.get("event") == "request":
                self.log.append(event)

    def ask(self, method, path, **more):
        return ask(self.port, method, path, **more)

    def end(self, signal):
        """Returns when the process is gone and all of its log is read."""
        self.process.send_signal(signal)
        self.process.wait()
        self.reader.join()
