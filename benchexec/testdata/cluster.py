"""Drives the array of benchexec/array, the argument, with a Slurm that is a script. Prints what happened, as JSON."""

import datetime
import decimal
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import shared  # noqa: E402
import submit  # noqa: E402


class Script:
    """A Slurm that takes all jobs, or as many as it is told; what is queued is set from outside."""

    def __init__(self, room=1000):
        self.jobs = []  # size and bound of each job
        self.live = set()
        self.silent = False
        self.room = room

    def max_array(self):
        return 4

    def submit(self, tasks, parallel, command):
        if self.room == 0:
            raise subprocess.CalledProcessError(1, "sbatch", stderr="no room\n")
        self.room -= 1
        self.jobs.append([tasks, parallel])
        job = 10 * len(self.jobs)
        self.live |= {(job, index) for index in range(tasks)}
        return job

    def queued(self):
        return None if self.silent else set(self.live)


def make(slurm, count, parallel=None):
    folder = tempfile.mkdtemp(dir=os.environ["TMPDIR"])
    for name in "batches", "done", "slurm":
        os.mkdir(os.path.join(folder, name))
    array = submit.Array(folder, slurm, "node", parallel)
    array.add(count)
    return array


def question(array):
    """Look as often as it takes until Slurm is asked once. Return what has ended."""
    for _ in range(submit.ASK):
        ended = array.ended()
    return sorted(ended)


def finish(array, *numbers):
    for number in numbers:
        os.mkdir(os.path.join(array.folder, "done", str(number)))


said = {}

slurm = Script()
array = make(slurm, 10)
said["chunks"] = slurm.jobs[:]
# Who was stopped for long says that it is back before it submits, or its new jobs would end at once.
said["back"] = not shared.abandoned(array.folder, os.path.join(array.folder, "done"))
said["batches"] = [shared.read(array.folder, "batches", f"{b}.json") for b in range(3)]

# Run 5 is task 1 of the second job. Its node dies; all others work on.
slurm.live.discard((20, 1))
question(array)
said["after one question"] = len(slurm.jobs)
slurm.silent = True
question(array)
said["without an answer"] = len(slurm.jobs)
slurm.silent = False
question(array)
said["after two"] = slurm.jobs[3:]
said["again"] = shared.read(array.folder, "batches", "3.json")

# The first attempt comes to its end nevertheless.
finish(array, 5)
slurm.live.discard((40, 0))
said["ended"] = question(array)
said["jobs at last"] = len(slurm.jobs)

# A run that never comes to its end is lost; what its last job printed is known.
slurm = Script()
array = make(slurm, 1)
ends = []
for _ in range(7):
    slurm.live.clear()
    ends.append(question(array))
with open(os.path.join(array.folder, "slurm", "30-0.out"), "w") as file:
    file.write("why")
said["lost"] = [ends, slurm.jobs, sorted(array.lost), array.printed(0)]

# With a bound of parallel runs, the second job waits for the first.
slurm = Script()
array = make(slurm, 6, 2)
said["bound"] = [slurm.jobs[:]]
question(array)
said["bound"].append(slurm.jobs[:])
finish(array, 0, 1, 2, 3)
slurm.live.clear()
question(array)
said["bound"].append(slurm.jobs[:])

# Slurm has room for one job only, until one has ended.
slurm = Script(room=2)
array = make(slurm, 8)
slurm.live.discard((20, 0))
question(array)
question(array)
said["full"] = len(slurm.jobs)
slurm.room = 1
question(array)
said["room"] = slurm.jobs[2:]
try:
    make(Script(room=0), 1)
except submit.BenchExecException as e:
    said["refused"] = str(e)

values = {
    "cputime": decimal.Decimal("1.230000001"),
    "starttime": datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=datetime.timezone.utc),
    "memory": 5,
}
shared.write(values, os.environ["TMPDIR"], "values.json")
said["values kept"] = shared.read(os.environ["TMPDIR"], "values.json") == values

print(json.dumps(said))
