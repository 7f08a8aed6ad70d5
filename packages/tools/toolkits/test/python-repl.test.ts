import type { ResultPart } from "@helve/core";
import type { Sandbox } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { localSandbox } from "@helve/sandbox/node";
import { limitAfter } from "@helve/testing/limit-after";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import { pythonProblem, sandboxes } from "@helve/toolkit-tests/sandboxes";
import { PythonREPL, pythonREPLUses } from "@helve/toolkits/python-repl";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";

/** Runs code, and returns the text that the model reads. */
const pythonIn = (sandbox: Sandbox, options = {}) => {
  const kit = new PythonREPL({ sandbox, ...options });
  return async (code: string, args: object = {}, context: object = {}) => {
    const [first] = (await callTool(kit, "Run", { code, ...args }, context)) as readonly ResultPart[];
    return first?.content;
  };
};

describe("PythonREPL", () => {
  testDescriptions({ document: "python-repl", create: (locale) => new PythonREPL({ locale }), uses: pythonREPLUses });

  it("says that a memory sandbox can't run it", async () => {
    await using sandbox = await memorySandbox();
    await expect(pythonIn(sandbox)("1")).rejects.toThrow("Python can't run in a memory sandbox");
  });

  it("says that Python is missing", async () => {
    await using sandbox = await localSandbox();
    await expect(pythonIn(sandbox, { python: "python9" })("1")).rejects.toThrow(
      "Python did not start: python9: not found",
    );
  });
});

describe.each(sandboxes.slice(0, 2))("PythonREPL in $name", ({ create, missing }) => {
  const test = it.skipIf(missing !== undefined || pythonProblem !== undefined);

  test("returns the output and the value of the last expression, and keeps variables", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    expect(await run("x = 20\nprint('hi')\nx + 1")).toBe("hi\n21");
    expect(await run("```python\nx * 2\n```")).toBe("40");
    expect(await run("y = 1")).toBe("[no output]");
    expect(await run("None")).toBe("[no output]");
    expect(await run("def f():\n  return __name__\n_ + 2, f()")).toBe("(42, '__main__')");
  });

  test("ends an interpreter whose code sends wrong messages in its place", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    const sending = (bytes: string) => `import sys
m = sys._getframe(1).f_globals["messages"]
m.write(${bytes}); m.flush()
import time; time.sleep(30)`;
    const done = (members: string) => `d = b'{"type":"done","id":1,${members}}'\n${sending('b"%d\\n" % len(d) + d')}`;
    for (const [code, problem] of [
      [sending('b"99999999999\\n"'), "it sent a message of 99999999999 bytes, more than 67108864"],
      [sending('b"hello\\n"'), "it sent bytes that are no message"],
      [sending('b"2\\n[]"'), "it sent a message of an unknown form"],
      [sending(`b'30\\n{"type":"output","data":["a"]}'`), "it sent a message of an unknown form"],
      [done('"images":[{"a":1}]'), "it sent a message of an unknown form"],
      [done('"images":["x;base64,"]'), "it sent a message of an unknown form"],
      [done('"images":[],"error":{}'), "it sent a message of an unknown form"],
    ] as const) {
      await expect(run(code)).rejects.toThrow(
        `PythonREPL.Run: the interpreter ended: ${problem}. All variables are lost`,
      );
    }
    // A message of the right form is what the code could have returned as well.
    expect(await run(done('"images":[],"value":"forged"'))).toContain("forged");
  });

  test("returns what subprocesses print, in order", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    expect(await run("import os, sys\nprint(1)\nos.system('echo 2; echo 3 >&2')\nprint(4, file=sys.stderr)")).toBe(
      "1\n2\n3\n4\n",
    );
    expect(await run("import os\nos.close(1); os.close(2)")).toBe("[no output]");
    expect(await run("print('again')")).toBe("again\n");
  });

  test("returns the traceback of the code only", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    await expect(run("print('before')\ndef f():\n    return 1 / 0\nf()")).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringMatching(
        /^before\nTraceback \(most recent call last\):\n {2}File "<run 1>", line 4, in <module>\n {4}f\(\)\n {2}File "<run 1>", line 3, in f\n {4}return 1 \/ 0\n[ ~^]*\nZeroDivisionError: division by zero$/,
      ),
    });
    await expect(run("if (:")).rejects.toThrow(
      /^ {2}File "<run 2>", line 1\n {4}if \(:\n {8}\^\nSyntaxError: invalid syntax$/,
    );
  });

  test("runs await outside of a function in one event loop, and interrupts it", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    expect(await run("import asyncio\nasync def f():\n    return 4\nawait f()")).toBe("4");
    expect(await run("x = await f()\ntask = asyncio.ensure_future(f())\nprint(x)")).toBe("4\n");
    expect(await run("await task")).toBe("4");
    expect(await run("asyncio.run(f())")).toBe("4");
    await expect(run("await asyncio.sleep(60)", { timeout: 0.3 })).rejects.toThrow("was interrupted");
    expect(await run("[x, await f()]")).toBe("[4, 4]");
    await expect(run("def g():\n    await f()")).rejects.toThrow("SyntaxError: 'await' outside async function");
  });

  test.each(["!ls", "files = !ls", "%timeit 1", "%%bash\nls", "?print", "print??"])(
    "says that %j is not Python",
    async (code) => {
      await using sandbox = await create();
      await expect(pythonIn(sandbox)(code)).rejects.toThrow(
        /SyntaxError: invalid syntax\nThis is Python, not IPython: !command, %magic and name\? do not work\./,
      );
    },
  );

  test("ends input at once, and survives sys.exit", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    await expect(run("x = 1\ninput('name? ')")).rejects.toThrow(/^name\? [\s\S]*EOFError/);
    expect(await run("import sys\nsys.exit(3)")).toBe(
      "[sys.exit(3) was called; the interpreter and its variables are kept]",
    );
    expect(await run("x")).toBe("1");
  });

  test("interrupts code at its time limit, and keeps variables", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    await run("x = 5");
    for (const code of ["import time\nprint('begun')\ntime.sleep(60)", "print('begun')\nwhile True: pass"]) {
      await expect(run(code, { timeout: 0.5 }, { progress: limitAfter(500, "begun") })).rejects.toThrow(
        "PythonREPL.Run: the code did not end within 0.5 s and was interrupted. Variables are kept.\n\nOutput before that:\nbegun\n",
      );
    }
    expect(await run("x")).toBe("5");
  });

  test("ends an interpreter that does not obey, and says that variables are lost", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    const stubborn = "import time\nwhile True:\n  try: time.sleep(60)\n  except KeyboardInterrupt: pass";
    await expect(run(stubborn, { timeout: 0.2 })).rejects.toThrow(
      "All variables are lost; the next call starts a new interpreter.",
    );
    expect(await run("1 + 1")).toBe("[a new interpreter was started: the variables of earlier calls are lost]\n2");
    expect(await run("2 + 2")).toBe("4");
    await expect(run("import os\nos._exit(7)")).rejects.toThrow(
      "PythonREPL.Run: the interpreter ended: it exited with the code 7.",
    );
    expect(await run("3")).toBe("[a new interpreter was started: the variables of earlier calls are lost]\n3");
  });

  test("interrupts code when the call is aborted", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    const controller = new AbortController();
    const progress = () => controller.abort(new Error("enough"));
    const code = "x = 1\nprint('a', flush=True)\nimport time\ntime.sleep(60)";
    await expect(run(code, {}, { signal: controller.signal, progress })).rejects.toThrow("enough");
    expect(await run("x")).toBe("1");
  });

  test("returns images of values and of display", async () => {
    await using sandbox = await create();
    const kit = new PythonREPL({ sandbox });
    const code = "class Dot:\n  def _repr_png_(self): return b'png'\ndisplay(Dot(), 1)\nDot()";
    const image = { type: "image", content: "data:image/png;base64,cG5n", mediaType: "image/png" };
    expect(await callTool(kit, "Run", { code })).toEqual([{ type: "text", content: "1\n" }, image, image]);
  });

  test("returns the figures of matplotlib and closes them", async () => {
    await using sandbox = await create();
    await sandbox.writeFile(
      "matplotlib/pyplot.py",
      "open = [1]\nclass Figure:\n  def savefig(self, file, **_): file.write(b'png')\ndef get_fignums(): return open\ndef figure(n): return Figure()\ndef close(_): open.clear()\n",
    );
    const kit = new PythonREPL({ sandbox });
    expect(await callTool(kit, "Run", { code: "import matplotlib.pyplot" })).toMatchObject([
      { content: "[1 image]" },
      { type: "image" },
    ]);
    expect(await callTool(kit, "Run", { code: "1" })).toHaveLength(1);
  });

  test("cuts the middle of long output and values", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox, { outputLimit: 20 });
    expect(await run("print('a' * 5_000_000)")).toBe(
      `${"a".repeat(10)}\n[… 4,999,981 of 5,000,001 characters left out …]\n${"a".repeat(9)}\n`,
    );
    expect(await run("list(range(100))")).toMatch(/^\[0, 1, 2, \n\[… 370 of 390 characters left out …\]\n7, 98, 99\]$/);
  });

  test("returns what threads print between two runs with the next one", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    await run(`import os, threading
def work():
  while not os.path.exists("go"): pass
  print("from a thread")
  open("printed", "w").close()
threading.Thread(target=work).start()`);
    await sandbox.exec(["touch", "go"]);
    await vi.waitFor(() => sandbox.readBytes("printed"), 20_000);
    expect(await run("2 + 2")).toMatch(/from a thread\n.*4$/s);
    expect(await run("3")).toBe("3");
  });

  test("starts anew after a restart", async () => {
    await using sandbox = await create();
    const kit = new PythonREPL({ sandbox });
    await callTool(kit, "Run", { code: "x = 1" });
    expect(await callTool(kit, "Restart", {})).toBe("The interpreter was ended; the next call starts a new one.");
    await expect(callTool(kit, "Run", { code: "x" })).rejects.toThrow("NameError: name 'x' is not defined");
  });

  test("is not confused by what code prints or closes, or by processes that it forks", async () => {
    await using sandbox = await create();
    const run = pythonIn(sandbox);
    expect(await run("import os\nos.write(1, b'5\\n{\"a\"}')\nprint('x')")).toBe('5\n{"a"}x\n');
    expect(await run("import os\nif os.fork() == 0: print('child')\nelse: os.wait()\n1")).toBe("child\n1");
    expect(await run("import sys\nsys.stdout = None\nsys.stdin.close()\n2")).toBe("2");
    expect(await run("print(3)")).toBe("3\n");
  });
});

describe.skipIf(pythonProblem !== undefined)("any text", () => {
  it("is printed and returned as it is", async () => {
    await using sandbox = await localSandbox();
    const run = pythonIn(sandbox);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
        const literal = JSON.stringify(text).replaceAll("\u007f", "\\u007f");
        expect(await run(`import json\nt = json.loads(${JSON.stringify(literal)})\nprint(t, end="|")`)).toBe(
          `${text}|`,
        );
      }),
      { numRuns: 50 },
    );
  });
});
