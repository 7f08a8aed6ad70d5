import type { Sandbox } from "@helve/sandbox";
import { localSandbox } from "@helve/sandbox/node";
import { IPythonInterpreter, PythonInterpreter, pythonInterpreterUses } from "@helve/toolkits/ipython-interpreter";
import { describe, expect, it } from "vitest";
import { callTool, testDescriptions } from "./describe-toolkit.ts";
import { pythonProblem } from "./sandboxes.ts";

describe("IPythonInterpreter", () => {
  const { IPythonInterpreter: uses = [] } = pythonInterpreterUses;
  testDescriptions({
    document: "ipython-interpreter",
    create: (locale) => new IPythonInterpreter({ locale }),
    uses: { IPythonInterpreter: uses },
  });

  it.skipIf(pythonProblem !== undefined)("returns the value of the last expression, and keeps variables", async () => {
    await using sandbox = await localSandbox();
    const kit = new IPythonInterpreter();
    const run = (command: string) => callTool(kit, kit.name, { command }, { sandbox: async () => sandbox });
    expect(await run("import math;math.sqrt(100)")).toEqual([{ type: "text", content: "10.0" }]);
    expect(await run("Here it is:\n```python\nprint(math.pi)\n```\nDone.")).toEqual([
      { type: "text", content: "3.141592653589793\n" },
    ]);
  });
});

describe("PythonInterpreter", () => {
  const { PythonInterpreter: uses = [] } = pythonInterpreterUses;
  testDescriptions({
    document: "python-interpreter",
    create: (locale) => new PythonInterpreter({ locale }),
    uses: { PythonInterpreter: uses },
  });

  const runIn = (sandbox: Sandbox, options = {}) => {
    const kit = new PythonInterpreter({ sandbox, ...options });
    return (command: string) => callTool(kit, kit.name, { command });
  };

  it.skipIf(pythonProblem !== undefined)("returns the value of solution()", async () => {
    await using sandbox = await localSandbox();
    const run = runIn(sandbox);
    expect(await run("```python\nx = 20\ndef solution():\n    print('not this')\n    return x / 2\n```")).toBe("10.0");
    await expect(run("print(x)")).rejects.toThrow(`NameError("name 'x' is not defined")`);
    await expect(run("x = 1")).rejects.toThrow(`NameError("name 'solution' is not defined")`);
    await expect(run("def solution(): exit(2)")).rejects.toThrow("SystemExit(2)");
  });

  it.skipIf(pythonProblem !== undefined)("interrupts code at its time limit", async () => {
    await using sandbox = await localSandbox();
    await expect(runIn(sandbox, { timeout: 0.3 })("while True: pass")).rejects.toThrow(
      "PythonInterpreter: the code did not end within 0.3 s and was interrupted.",
    );
  });
});
