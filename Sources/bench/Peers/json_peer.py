"""orjson at the jobs of `bench json`.

usage: json_peer.py FILE...; then on each line "loads INDEX TIMES" or "dumps INDEX TIMES", answered with CPU seconds.
"""
import pathlib
import sys
import time

import orjson

texts = [pathlib.Path(name).read_bytes() for name in sys.argv[1:]]
values = [orjson.loads(text) for text in texts]

for line in sys.stdin:
    job, index, times = line.split()
    call = {"loads": orjson.loads, "dumps": orjson.dumps}[job]
    argument = (texts if job == "loads" else values)[int(index)]
    start = time.process_time()
    for _ in range(int(times)):
        call(argument)
    print(time.process_time() - start, flush=True)
