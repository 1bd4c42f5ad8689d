"""orjson and jsonschema-rs at the jobs of `bench schema`.

usage: schema_peer.py SCHEMA FILE...; FILE 1 is the first after SCHEMA. On each line "check INDEX" or "count INDEX", answered with
the verdict or the number of errors, or "verdict INDEX TIMES", "object INDEX TIMES" or "errors INDEX TIMES", answered with CPU seconds.
"""
import pathlib
import sys
import time

import jsonschema_rs
import orjson

schema, *texts = [pathlib.Path(name).read_bytes() for name in sys.argv[1:]]
validator = jsonschema_rs.Draft202012Validator(orjson.loads(schema), validate_formats=True)
is_valid = validator.is_valid
iter_errors = validator.iter_errors
loads = orjson.loads

for line in sys.stdin:
    job, index, *times = line.split()
    text = texts[int(index) - 1]
    value = loads(text)
    if job == "check":
        print(is_valid(value), flush=True)
        continue
    if job == "count":
        print(sum(1 for _ in iter_errors(value)), flush=True)
        continue
    turns = range(int(times[0]))
    start = time.process_time()
    if job == "verdict":
        for _ in turns:
            is_valid(loads(text))
    elif job == "object":
        for _ in turns:
            is_valid(value)
    else:
        for _ in turns:
            for _ in iter_errors(loads(text)):
                pass
    print(time.process_time() - start, flush=True)
