import type { Effect, ExecutionState } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { readPython } from "./read.ts";

/** The effects of the last program, after the others in the same session. Their state is passed on as JSON. */
function effectsInSession(...programs: readonly string[]): readonly Effect[] {
  let settings: ReadonlyMap<string, string | null> = new Map();
  let effects: readonly Effect[] = [];
  for (const program of programs) {
    const state: ExecutionState = settings.size === 0 ? {} : { settings };
    const result = readPython(program, state);
    effects = result.effects;
    settings = new Map(JSON.parse(JSON.stringify([...settings, ...(result.after?.settings ?? [])])));
  }
  return effects;
}

const deleted = (effects: readonly Effect[]): readonly unknown[] =>
  effects.flatMap((effect) => (effect.kind === "delete" ? [effect.target?.path ?? null] : []));

const kinds = (effects: readonly Effect[]): readonly string[] => effects.map(({ kind }) => kind);

const rmtree = "import shutil; shutil.rmtree('src')";

describe("a Python session", () => {
  it.each([
    ["import shutil", "shutil.rmtree('src')"],
    ["import os as o", "o.rmdir('src')"],
    ["from shutil import rmtree", "rmtree('src')"],
    ["from shutil import rmtree as r", "r('src')"],
    ["from os import *", "rmdir('src')"],
    ["from os import *", "from math import *", "rmdir('src')"],
    ["try:\n  import shutil as s\nexcept ImportError:\n  s = None", "s.rmtree('src')"],
    ["import shutil", "print(1)", "shutil.rmtree('src')"],
    ["import shutil", "eval('shut' + 'il').rmtree('src')"],
    ["import shutil", "globals()['shutil'].rmtree('src')"],
  ])("keeps imports: %j, then %j", (...programs) => {
    expect(deleted(effectsInSession(...programs))).toEqual(["src"]);
  });

  it.each([
    [`def f():\n    ${rmtree}`, "f()"],
    [`async def f():\n    ${rmtree}`, "await f()"],
    ["import shutil\ndef f(x):\n    shutil.rmtree(x)", "f('src')"],
    [`if True:\n    def f():\n        ${rmtree}`, "f()"],
    ["import shutil\nf = lambda x: shutil.rmtree(x)", "f('src')"],
    ["import shutil\nf = (lambda x:\n  shutil.rmtree(x))", "f('src')"],
    [`class A:\n    def run(self):\n        ${rmtree}`, "A().run()"],
    [`class A:\n    @staticmethod\n    def run():\n        ${rmtree}`, "A.run()"],
    [`class A:\n    def run(self):\n        ${rmtree}`, "a = A()", "a.run()"],
    [`class A:\n    def run(self):\n        ${rmtree}`, "class B(A): pass", "b = B()", "b.run()"],
    ["import shutil\nclass A:\n    def __init__(self, f): self.f = f\na = A(shutil.rmtree)", "a.f('src')"],
    [`class A:\n    def run(self):\n        ${rmtree}\nm = A().run`, "m()"],
    [`def f():\n    ${rmtree}`, "def g():\n    f()", "g()"],
    [`def f():\n    ${rmtree}`, "list(map(lambda _: f(), [1]))"],
    [`def f():\n    ${rmtree}\ng = f`, "def f(): pass", "g()"],
  ])("keeps functions and classes: %j, then %j", (...programs) => {
    expect(new Set(deleted(effectsInSession(...programs)))).toEqual(new Set(["src"]));
  });

  it.each([
    ["import shutil\nd = shutil.rmtree", "d('src')"],
    ["import shutil", "d = shutil.rmtree", "e = d", "e('src')"],
    ["import os, shutil\na, b = os.getcwd, shutil.rmtree", "b('src')"],
    ["import shutil\nfs = [shutil.rmtree]", "fs[0]('src')"],
    ["import shutil\nfs = {'d': shutil.rmtree}", "fs['d']('src')"],
    ["import shutil, functools\nd = functools.partial(shutil.rmtree, 'src')", "d()"],
    ["d = __import__('shutil').rmtree", "d('src')"],
    ["import math, shutil\nmath.f = shutil.rmtree", "math.f('src')"],
    ["import shutil\nd = shutil.rmtree", "import random\nif random.random() > 2: d = print\nd('src')"],
    ["import pathlib\nd = pathlib.Path('src').rmdir", "d()"],
  ])("keeps names of functions: %j, then %j", (...programs) => {
    expect(deleted(effectsInSession(...programs))).toContain("src");
  });

  it.each([
    ["import math", "math.sqrt(2)"],
    ["def f(): return 1", "f()"],
    ["import json", "json.dumps({})"],
    ["import math as m\nroot = m.sqrt", "root(2)"],
    ["class A:\n    def one(self): return 1", "a = A()", "a.one()"],
    [`class A:\n    def one(self): return 1\n    def two(self):\n        ${rmtree}`, "A().one()"],
    [`def f():\n    ${rmtree}`, "f"],
    [`def f():\n    ${rmtree}`, "def f(): return 1", "f()"],
    [`def f():\n    ${rmtree}`, "f = 1", "f"],
    ["import shutil", "print('shutil')"],
    ["x = [1, 2]", "sum(x)"],
    ["import os\nos.remove('a')\nf = len", "f('a')"],
  ])("has no further effects without harm: %j, then %j", (...programs) => {
    expect(effectsInSession(...programs)).toEqual([]);
  });

  it("shows effects of a kept function where the program names it", () => {
    const [effect] = effectsInSession(`def f():\n    ${rmtree}`, "x = 1\nf()");
    expect(effect).toMatchObject({ kind: "delete", start: 6, end: 7 });
  });

  it("is unknown where a definition is too long, is in other code, or uses variables of a function", () => {
    const long = `def f():\n${"    print('a long line of text')\n".repeat(400)}    ${rmtree}`;
    const closure = "def make(g):\n    def f(x): g(x)\n    return f\nimport shutil\nf = make(shutil.rmtree)";
    const nested = `exec("def f():\\n  import shutil\\n  shutil.rmtree('src')")`;
    const changed = "import shutil\nclass A: pass\nA.f = shutil.rmtree\nf = A";
    for (const first of [long, closure, nested, changed])
      expect(kinds(effectsInSession(first, "f('src')"))).toContain("anything");
  });

  it("is unknown where a program binds too many names", () => {
    const many = Array.from({ length: 300 }, (_, n) => `def f${n}(): pass`).join("\n");
    expect(kinds(effectsInSession(many, "f299()"))).toEqual(["anything"]);
    expect(effectsInSession(many, "f1()")).toEqual([]);
    expect(effectsInSession(many, "print(len([1]))")).toEqual([]);
  });

  it("keeps little of values that contain each other many times", () => {
    const items = (name: string): string => `[${Array.from({ length: 90 }, () => name).join(", ")}]`;
    const plain = Array.from({ length: 40 }, (_, n) => `a${n + 1} = ${items(`a${n}`)}`);
    for (const first of ["a0 = 'x'", "a0 = len"]) {
      const { after } = readPython([first, ...plain].join("\n"));
      const kept = [...(after?.settings?.values() ?? [])];
      expect(Math.max(0, ...kept.map((text) => text?.length ?? 0))).toBeLessThan(10_000);
    }
  });

  it("is not what a process of its own sees", () => {
    const { after } = readPython("import shutil");
    expect(after).toEqual({ settings: new Map([["python shutil", expect.any(String)]]) });
    const run = `import subprocess\nsubprocess.run(["python3", "-c", "shutil.rmtree('src')"])`;
    expect(deleted(readPython(run, after).effects)).toEqual([]);
  });
});
