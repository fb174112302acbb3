# Loads the tool-info module given as argument and prints, as JSON, its results for some outputs and one task.
import importlib.util
import json
import sys
import types

spec = importlib.util.spec_from_file_location("tool_info", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
tool = module.Tool()

outputs = [
    "goals: 3/4\nRESULT: done",
    "RESULT: unknown (no test was found)",
    "RESULT: ERROR (does not compile)",
    "RESULT: something else",
    "executions: 5",
    "",
    "RESULT: ERROR (first)\nx\nRESULT: done",
]
results = {
    text: tool.determine_result(
        types.SimpleNamespace(output=text.split("\n"), was_timeout=False)
    )
    for text in outputs
}
column = {
    name: tool.get_value_from_output(outputs[0].split("\n"), name)
    for name in ("goals", "absent")
}
task = types.SimpleNamespace(
    single_input_file="a.c",
    property_file="p.prp",
    options={"data_model": "ILP32", "language": "C"},
)
rlimits = types.SimpleNamespace(
    cputime=900, cputime_hard=None, walltime=960, memory=15000000000, cpu_cores=4
)
command = tool.cmdline("bin/fizzer", ["--seed", "5"], task, rlimits)
walls = []
for cputime, hard, walltime in [
    (60, None, None),
    (60, 90, None),
    (None, None, None),
    (60, 90, 70),
]:
    line = tool.cmdline(
        "fizzer",
        [],
        task,
        types.SimpleNamespace(
            cputime=cputime,
            cputime_hard=hard,
            walltime=walltime,
            memory=None,
            cpu_cores=1,
        ),
    )
    walls.append(line[line.index("--wall-time") + 1] if "--wall-time" in line else "")
print(
    json.dumps(
        {"results": results, "column": column, "command": command, "walls": walls}
    )
)
