"""What TestCov says of a suite, for the scripts that measure."""

import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BITS = {"ILP32": 32, "LP64": 64}
GOALS = re.compile(r"^Number of goals: (\d+)$", re.MULTILINE)
COVERAGE = re.compile(r"^Coverage: ([\d.]+)%$", re.MULTILINE)
# Of a test, in seconds by the clock: enough for an endless loop to be told on a machine with much other work.
PATIENCE = 20


class Failure(Exception):
    """A command failed, or TestCov counted nothing."""


def called(command, folder):
    """Calls a command in a folder and returns what it says; raises Failure for an exit code that is not 0."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise Failure(f"{command[0]} ended with code {done.returncode}:\n{done.stdout}")
    return done.stdout


def judge(file, bits, folder):
    """Lets TestCov judge the branches that folder/test-suite.zip covers of a program; returns the goals: covered, in all.

    TestCov writes into the folder, also a copy of the program. Raises Failure.
    """
    shutil.copy(file, folder)
    command = [
        str(ROOT / ".venv/bin/testcov"),
        "--no-isolation",
        "--no-runexec",
        "--no-plots",
        f"-{bits}",
    ]
    command += [
        "--timelimit-per-run",
        str(PATIENCE),
        "--output",
        str(folder / "testcov"),
    ]
    said = called(
        [
            *command,
            "--test-suite",
            str(folder / "test-suite.zip"),
            str(folder / file.name),
        ],
        folder,
    )
    total, share = GOALS.search(said), COVERAGE.search(said)
    if not total or not share:
        raise Failure(f"TestCov gives no coverage of {file.name}:\n{said}")
    return round(float(share[1]) * int(total[1]) / 100), int(total[1])
