import { python } from "@helve/effects/python";
import { IPythonInterpreter, PythonInterpreter, pythonInterpreterUses } from "@helve/lagent/ipython-interpreter";
import { predicates } from "@helve/predicates";
import type { Sandbox } from "@helve/sandbox";
import { localSandbox } from "@helve/sandbox/node";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { pythonProblem } from "@helve/toolkit-tests/sandboxes";
import { describe, expect, it } from "vitest";

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
    expect(await run("```python\nprint(math.pi)\n```")).toEqual([{ type: "text", content: "3.141592653589793\n" }]);
  });
});

it.skipIf(pythonProblem !== undefined)("runs all of the code where a string contains a fence", async () => {
  await using sandbox = await localSandbox();
  const kit = new IPythonInterpreter({ sandbox });
  const command = `"""\n\`\`\`\nprint("fence")\n\`\`\`\n"""\nprint("all")`;
  expect(await callTool(kit, kit.name, { command })).toEqual([{ type: "text", content: "all\n" }]);
});

it("has the effects of its fence for rules", async () => {
  const policy = { languages: { python }, tools: pythonInterpreterUses, workingDirectory: "/w", home: "/h" };
  const deletes = predicates(policy).find(({ name }) => name === "is_destructive");
  const command = '```python\nimport shutil; shutil.rmtree("src")\n```';
  const action = { id: "1", name: "IPythonInterpreter", args: { command } };
  const context = { action, trajectory: [], prompt: "", signal: new AbortController().signal };
  expect(await deletes?.evaluate([], context)).not.toMatchObject({ value: false });
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
    await expect(runIn(sandbox, { timeout: 1 })("while True: pass")).rejects.toThrow(
      "PythonInterpreter: the code did not end within 1 s and was interrupted.",
    );
  });
});
