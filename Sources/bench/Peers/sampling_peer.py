"""jsf at the jobs of `bench sampling`.

usage: sampling_peer.py '["SCHEMA", …]'; then on each line "SCHEMA-NUMBER TIMES", answered with CPU seconds.
"""
import json
import sys
import time

from jsf import JSF

makers = [JSF(json.loads(schema)) for schema in json.loads(sys.argv[1])]

for line in sys.stdin:
    number, times = line.split()
    make = makers[int(number)].generate
    start = time.process_time()
    for _ in range(int(times)):
        make()
    print(time.process_time() - start, flush=True)
