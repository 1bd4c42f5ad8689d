"""CEL in Rust and in Python at the jobs of `bench expressions`.

usage: expressions_peer.py '{"params": …, "products": …, "condition": …, "lookup": …, "scan": …}'; then on each line
"ENGINE JOB TIMES", answered with CPU seconds. Engines: rust-converting, rust-converted, python-converted.
"""
import json
import sys
import time

import cel
import celpy

given = json.loads(sys.argv[1])
lookup = {"params": {"product_id": 999}, "products": given["products"]}
values = {"condition": {"params": given["params"]}, "lookup": lookup, "scan": lookup}
environment = celpy.Environment()
calls = {}
for job, variables in values.items():
    source = given[job]
    rust = cel.compile(source)
    context = cel.Context(variables=variables)
    python = environment.program(environment.compile(source))
    converted = {name: celpy.json_to_cel(value) for name, value in variables.items()}
    calls["rust-converting", job] = lambda rust=rust, variables=variables: rust.execute(variables)
    calls["rust-converted", job] = lambda rust=rust, context=context: rust.execute(context)
    calls["python-converted", job] = lambda python=python, converted=converted: python.evaluate(converted)

for line in sys.stdin:
    engine, job, times = line.split()
    call = calls[engine, job]
    assert call(), f"{engine}: {job} is false"
    start = time.process_time()
    for _ in range(int(times)):
        call()
    print(time.process_time() - start, flush=True)
