import { describe, expect, it } from "vitest";
import { readPython, readShell } from "./read.ts";

const parser = "import argparse\np = argparse.ArgumentParser()\np.add_argument('f', nargs='+')\n";

/** Whether people name the file, for each unknown file. */
function namedByPeople(program: string): readonly boolean[] {
  return readPython(program).effects.flatMap((effect) =>
    (effect.kind === "read" || effect.kind === "write") && effect.target === null ? [effect.namedByUser === true] : [],
  );
}

describe("files that the user names", () => {
  it.each([
    "import sys\nopen(sys.argv[1])",
    "import sys\nfor name in sys.argv[1:]: open(name)",
    "import sys\nopen('notes/' + sys.argv[1], 'w')",
    "import sys\nfrom pathlib import Path\n(Path(sys.argv[1]) / 'a.txt').write_text('x')",
    `${parser}args = p.parse_args()\nfor f in args.f: open(f)`,
    `import sys\n${parser}args = p.parse_args(sys.argv[1:])\nopen(args.f)`,
    `${parser}def main(argv=None):\n  open(p.parse_args(argv).f)\nmain()`,
    "import os\nopen(os.environ['NOTES'])",
  ])("are marked: %j", (program) => {
    expect(namedByPeople(program)).not.toContain(false);
    expect(namedByPeople(program)).toContain(true);
  });

  it.each([
    "import sys\nopen('/etc/' + sys.argv[1])",
    "import sys\nopen('../' + sys.argv[1])",
    "import sys\nopen(find() + sys.argv[1])",
    "import sys\nopen(find() or sys.argv[1])",
    "import sys\nsys.argv[1] = find()\nopen(sys.argv[1])",
    "import sys\nsys.argv.append(find())\nopen(sys.argv[-1])",
    "import sys\nargs = sys.argv\nargs += [find()]\nopen(args[-1])",
    `${parser}args = p.parse_args([find()])\nopen(args.f)`,
    `${parser}p.set_defaults(f=find())\nopen(p.parse_args().f)`,
    `${parser}args = p.parse_args()\nargs.f = find()\nopen(args.f)`,
    "import os\nopen(os.environ.get('NOTES', find()))",
    "import os\nos.environ['NOTES'] = find()\nopen(os.environ['NOTES'])",
    "import os\nos.environ.update(find())\nopen(os.environ['NOTES'])",
    "from flask import request\nopen(request.args['f'])",
  ])("are not marked when the program or somebody else may name them: %j", (program) => {
    expect(namedByPeople(program)).toContain(false);
  });

  it("are not marked in a program inside a command, which may name them", () => {
    const program = "import os\nos.system('python -c \"import sys; open(sys.argv[1])\" a')";
    expect(namedByPeople(program)).not.toContain(true);
  });
});

describe("a program that gets words", () => {
  function written(command: string): readonly string[] {
    const file = "open(PATH, 'w').write('x')";
    const program = { argv: "import sys\nPATH = sys.argv[1]", argparse: `${parser}PATH = p.parse_args().f[0]` };
    return Object.values(program).flatMap((start) =>
      readShell(command.replace("PROGRAM", () => `${start}\n${file}`)).effects.flatMap((effect) =>
        effect.kind === "write" && effect.by === "open" ? [effect.target?.path ?? "?"] : [],
      ),
    );
  }

  it.each([
    ["python3 - a.txt <<'E'\nPROGRAM\nE", "a.txt"],
    ['python3 -c "PROGRAM" a.txt', "a.txt"],
    ["x=out/r_$(date +%s).txt; python3 - $x <<'E'\nPROGRAM\nE", "out/r_*.txt"],
    ["cat > a.py <<'E'\nPROGRAM\nE\npython3 a.py /etc/passwd", "/etc/passwd"],
    ["cat > a.py <<'E'\n#!/usr/bin/env python3\nPROGRAM\nE\nchmod +x a.py; ./a.py ../b", "../b"],
  ])("writes the file that they name: %j", (command, path) => {
    expect(written(command)).toEqual([path, path]);
  });

  it("may write any file if they are unknown", () => {
    expect(written("python3 - $(./next.sh) <<'E'\nPROGRAM\nE")).toContain("?");
  });
});

describe("a function that nothing calls", () => {
  it("leaves the file to its caller", () => {
    expect(namedByPeople("def save(path):\n  open(path, 'w')")).toEqual([true]);
  });

  it.each([
    "def save():\n  open(find(), 'w')",
    "@app.post('/')\ndef save(path):\n  open(path, 'w')",
    "class Handler(Base):\n  def save(self, path):\n    open(path, 'w')",
    "def save(path):\n  open(path, 'w')\nsave(find())",
  ])("but not if something else names it, or a framework calls it: %j", (program) => {
    expect(namedByPeople(program)).toContain(false);
  });
});

describe("addresses that settings of the machine name", () => {
  function settled(program: string): readonly boolean[] {
    return readPython(program).effects.flatMap((effect) =>
      effect.kind === "network" ? [effect.configured === true] : [],
    );
  }

  it.each([
    ["import psycopg2, os\npsycopg2.connect(os.environ['DATABASE_URL'])", true],
    ["import boto3\nboto3.client('s3').upload_file('a', 'b', 'c')", true],
    ["import boto3\nboto3.client('s3', endpoint_url='http://192.0.2.1').upload_file('a', 'b', 'c')", false],
    ["import psycopg2, os\npsycopg2.connect(find() or os.environ['DATABASE_URL'])", false],
    ["import requests, sys\nrequests.get(sys.argv[1])", false],
  ])("%j: configured is %s", (program, expected) => {
    expect(settled(program)).toEqual([expected]);
  });
});
