import { powershell } from "@helve/effects/powershell";
import { describe, expect, it } from "vitest";
import { languages, readJavaScript, readPython } from "./read.ts";

const readers = {
  python: readPython,
  javascript: readJavaScript,
  powershell: (code: string) => powershell.read(code, { languages }),
};

/** The paths that a program deletes. */
function deleted(language: keyof typeof readers, code: string): readonly string[] {
  const { effects } = readers[language](code);
  return [...new Set(effects.flatMap((each) => (each.kind === "delete" ? [each.target?.path ?? "?"] : [])))].toSorted();
}

const walk = (test: string): string =>
  `import os, shutil\nfor root, dirs, files in os.walk("src"):\n  for d in dirs:\n    ${test}`;
const names = (test: string): string => `const fs = require("fs");\nfor (const d of fs.readdirSync(".")) ${test}`;

describe("a test of a name", () => {
  it.each([
    ["python", walk('if d == "a": shutil.rmtree(d)'), ["a"]],
    ["python", walk('if "a" == d: shutil.rmtree(d)'), ["a"]],
    ["python", walk('if d in ("a", "b"): shutil.rmtree(d)'), ["a", "b"]],
    ["python", walk('if d == "a" or d == "b": shutil.rmtree(d)'), ["a", "b"]],
    ["python", walk('if root and d == "a": shutil.rmtree(d)'), ["a"]],
    ["python", walk('if d != "a": continue\n    shutil.rmtree(d)'), ["a"]],
    ["python", walk('if not d in ["a"]: continue\n    shutil.rmtree(d)'), ["a"]],
    ["python", walk('if d != "a" and d != "b": continue\n    shutil.rmtree(d)'), ["a", "b"]],
    ["python", walk('d == "a" and shutil.rmtree(d)'), ["a"]],
    ["python", walk('shutil.rmtree(d) if d == "a" else None'), ["a"]],
    ["python", 'import os\nfor f in [f for f in os.listdir(".") if f.endswith(".a")]: os.remove(f)', ["*.a"]],
    ["python", 'from pathlib import Path\nfor p in Path("x").rglob("*"):\n  if p.name == "a": p.unlink()', ["x/**/a"]],
    [
      "python",
      'from pathlib import Path\nfor p in Path("x").iterdir():\n  if p.suffix in {".a", ".b"}: p.unlink()',
      ["x/*.a", "x/*.b"],
    ],
    ["javascript", names('if (d === "a" || d === "b") fs.rmSync(d)'), ["a", "b"]],
    ["javascript", names('if (["a", "b"].includes(d)) fs.rmSync(d)'), ["a", "b"]],
    ["javascript", `const known = new Set(["a"]);\n${names("if (known.has(d)) fs.rmSync(d)")}`, ["a"]],
    ["javascript", `const path = require("path");\n${names('if (path.extname(d) === ".a") fs.rmSync(d)')}`, ["*.a"]],
    [
      "javascript",
      'const fs = require("fs");\nfs.readdirSync(".").filter((d) => d.endsWith(".a")).forEach((d) => fs.rmSync(d));',
      ["*.a"],
    ],
    ["powershell", "Get-ChildItem | Where-Object { $_.Name -eq 'a' } | Remove-Item", ["a"]],
    ["powershell", "Get-ChildItem -Recurse | ? { $_.Extension -in '.a', '.b' } | Remove-Item", ["**/*.a", "**/*.b"]],
    ["powershell", "foreach ($f in Get-ChildItem x) { if ($f.Name -like '*.a') { Remove-Item $f } }", ["x/*.a"]],
    ["powershell", "Get-ChildItem -Include a, b -Recurse | Remove-Item", ["**/a", "**/b"]],
  ] as const)("narrows what %s code deletes: %s", (language, code, paths) => {
    expect(deleted(language, code)).toEqual(paths);
  });

  it.each([
    ["python", walk('if d != "a": shutil.rmtree(d)')],
    ["python", walk('if d == "a": print(d)\n    shutil.rmtree(d)')],
    ["python", walk('if d == "a" or root: shutil.rmtree(d)')],
    ["python", walk('if not (d == "a" and root): continue\n    d = os.listdir("y")[0]\n    shutil.rmtree(d)')],
    ["python", walk("if d in other: shutil.rmtree(d)")],
    [
      "python",
      'import os, shutil\ndef f():\n  global d\n  d = os.listdir("y")[0]\n  return True\nfor d in os.listdir("."):\n  if d == "a" and f(): shutil.rmtree(d)',
    ],
    [
      "javascript",
      'const fs = require("fs");\nlet d;\nconst f = () => { d = fs.readdirSync("y")[0]; return true; };\nfor (d of fs.readdirSync(".")) { (d === "a" && f()) && fs.rmSync(d); }',
    ],
    ["javascript", names('if (d !== "a") fs.rmSync(d)')],
    ["javascript", names('{ if (d === "a") console.log(d); fs.rmSync(d); }')],
    ["javascript", `Array.prototype.includes = () => true;\n${names('if (["a"].includes(d)) fs.rmSync(d)')}`],
    [
      "javascript",
      `const known = new Set(["a"]);\nknown.has = () => true;\n${names("if (known.has(d)) fs.rmSync(d)")}`,
    ],
    ["javascript", `const known = { has: () => true, a: 1 };\n${names("if (known.has(d)) fs.rmSync(d)")}`],
    ["powershell", "Get-ChildItem | Where-Object { $_.Name -ne 'a' } | Remove-Item"],
    [
      "powershell",
      "Get-ChildItem | Add-Member -Force NoteProperty Name a -PassThru | ? { $_.Name -eq 'a' } | Remove-Item",
    ],
  ] as const)("narrows nothing that %s code may also delete: %s", (language, code) => {
    expect(deleted(language, code).some((path) => /^(?:\*\*\/)?\*$|^\?$/.test(path) || path.includes("**"))).toBe(true);
  });
});
