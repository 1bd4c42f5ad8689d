"""schemathesis at the job of `bench verify`: one run of all its phases against a server that is there.

usage: verify_peer.py DOCUMENT TOKEN; then on each line "URL SEED", answered with "CPU-SECONDS SECONDS CASES MEGABYTES".
"""
import pathlib
import re
import resource
import subprocess
import sys
import time

document, token = sys.argv[1:]
program = pathlib.Path(sys.executable).with_name("schemathesis")

for line in sys.stdin:
    url, seed = line.split()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    run = subprocess.run(
        [
            program, "run", document, "--url", url, "--phases", "examples,coverage,fuzzing,stateful",
            "-H", f"Authorization: {token}", "--seed", seed, "--continue-on-failure",
        ],
        capture_output=True, text=True,
    )
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run.returncode not in (0, 1):
        sys.exit(f"schemathesis could not run:\n{run.stdout[-2000:]}\n{run.stderr[-2000:]}")
    cases = re.search(r"([\d,]+) generated", run.stdout)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    peak = after.ru_maxrss / 1024
    print(cpu, wall, cases.group(1).replace(",", "") if cases else "0", peak, flush=True)
