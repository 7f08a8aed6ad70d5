import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The paths that running a program written by the command may delete; `?` if they are unknown. */
function consequences(command: string): readonly string[] {
  return readShell(command).effects.flatMap((effect) => {
    if (effect.kind === "anything") return ["?"];
    return effect.kind === "delete" ? [effect.target?.path ?? "unknown"] : [];
  });
}

const script = "echo 'rm -rf docs' > p1";

describe("a script that is put together from files of the command", () => {
  it.each([
    "echo 'cd .' > a; echo 'rm -rf docs' > b; cat a b > z.sh; sh z.sh",
    "echo 'XX -rf docs' > a; sed s/X./rm/ a > z.sh; sh z.sh",
    "echo 'XX -rf docs' > a; tr '[:upper:]' y < a > z.sh; bash z.sh",
    `${script}; head -c 100 p1 > p2; sh p2`,
    `${script}; dd if=p1 of=p2; sh p2`,
    `${script}; tar cf p.tar p1; mkdir q; tar xf p.tar -C q; sh q/p1`,
    `${script}; zip p.zip p1; unzip p.zip -d q; sh q/p1`,
    "{ echo 'rm -rf docs'; cat README; } > z.sh; sh z.sh",
    `${script}; cat p* > z.sh; sh z.sh`,
    "echo 'print(1)' > a.tmpl; envsubst < a.tmpl > a.py; python3 a.py",
  ])("is unknown: %s", (command) => {
    expect(consequences(command)).toContain("?");
  });

  it.each([
    "cat template.sh > run.sh; sh run.sh",
    "sed s/a/b/ template.sh > run.sh; sh run.sh",
    "tar xf vendor.tar -C q; sh q/install.sh",
    "echo 'int main(){}' > a.c; gcc a.c -o a; ./a",
  ])("is not, if the session wrote no part of it: %s", (command) => {
    expect(consequences(command)).toEqual([]);
  });
});

describe("a module in a folder", () => {
  const python = "echo \"import shutil; shutil.rmtree('docs')\" >";
  const javascript = "echo \"require('fs').rmSync('docs')\" >";
  it.each([
    `${python} a/b.py; python3 -c 'import a.b'`,
    `${python} a/b/c.py; python3 -c 'import a.b.c'`,
    `${python} a/__init__.py; python3 -c 'import a.b'`,
    `${python} a/__init__.py; python3 -c 'from a.b import c'`,
    `${python} a/b.py; echo 'from . import b' > a/__main__.py; python3 a/__main__.py`,
    `${python} a/b.py; echo 'from .b import c' > a/__init__.py; python3 -c 'import a'`,
    `${python} a/b.py; echo 'import b' > a/c.py; python3 a/c.py`,
    `${javascript} lib/b.js; echo "require('../lib/b')" > a/c.js; node a/c.js`,
    `${javascript} a/index.js; echo "require('..')" > a/b/c.js; node a/b/c.js`,
  ])("runs when it is imported: %s", (command) => {
    expect(consequences(command)).toContain("docs");
  });

  it("binds the name of its first package", () => {
    expect(consequences(`python3 -c 'import os.path; os.remove("docs")'`)).toEqual(["docs"]);
  });
});

describe("files that wildcards with an absolute path match", () => {
  it("are run where they are copied", () => {
    const { effects } = readShell("echo 'rm -rf docs' > k/p1; cp /w/k/* q/; sh q/p1", { workingDirectory: "/w" });
    expect(effects).toContainEqual(expect.objectContaining({ kind: "delete" }));
  });
});

describe("a script that is not named literally", () => {
  it.each([
    `${script}; find . -name p1 -exec sh {} \\;`,
    `${script}; ls p1 | xargs sh`,
    `${script}; sh p*`,
    `${script}; for f in p?; do sh $f; done`,
    `${script}; find p1 -exec sh {} +`,
    `${script}; find p1 -execdir sh {} +`,
    `${script}; sh /proc/self/cwd/p1`,
  ])("is found: %s", (command) => {
    expect(consequences(command)).toContain("docs");
  });

  it.each([`${script}; docker run -v $PWD:/w -w /w alpine sh p1`, `${script}; ssh host 'cd x; sh p1'`])(
    "is found elsewhere: %s",
    (command) => {
      expect(consequences(command)).toContain("unknown");
    },
  );

  it.each([
    `${script}; cd "$(pwd)"; sh p1`,
    `${script}; cd "$x"; . ./p1`,
    `${script}; env -C /proc/self/cwd sh p1`,
    `${script}; node -e "require('child_process').execSync('sh p1', { cwd: process.argv[1] })" .`,
    `${script}; PATH="$(pwd):$PATH" p1`,
    `${script}; read d; PATH=$d:$PATH; p1`,
  ])("is found in an unknown directory: %s", (command) => {
    expect(consequences(command).some((each) => each === "unknown" || each === "docs")).toBe(true);
  });

  it("does nothing if it does not match", () => {
    expect(consequences(`${script}; sh q*; find . -name '*.sh' -exec sh {} \\;`)).toEqual([]);
  });
});

it("a function that a shell imports from its environment is unknown", () => {
  expect(consequences("env 'BASH_FUNC_ls%%=() { rm -rf docs; }' bash -c ls")).toContain("?");
});

describe("a module that the command wrote", () => {
  const javascript = "echo \"require('fs').rmSync('docs',{recursive:true})\" > x.js";
  const python = "echo \"import shutil; shutil.rmtree('docs')\" > x.py";

  it.each([
    ...["node x", "node ./x", "node -r ./x.js -e 1", "node --import ./x.js -e 1", "bun --preload ./x.js y.js"],
    ...["npx tsx x.js", "npx mocha x"],
  ])("is run by %s", (command) => {
    expect(consequences(`${javascript}; ${command}`)).toContain("docs");
  });

  it.each([
    ...["python3 -m x", "python3 -m unittest x", "python3 -m pytest x.py", "py.test x.py", "pytest -p x"],
    ...["flask --app x run", "flask --app=x run", "uvicorn --reload x:app", "gunicorn x:app", "streamlit run x.py"],
    ...["torchrun x.py", "python3 -m uvicorn x:app"],
  ])("is run by %s", (command) => {
    expect(consequences(`${python}; ${command}`)).toContain("docs");
  });

  it("is run by Ruby", () => {
    expect(consequences("echo 'system(\"rm -rf docs\")' > x.rb; ruby -r ./x -e 1")).toContain("docs");
  });

  it("makes the options of Node unknown", () => {
    expect(consequences(`${javascript}; NODE_OPTIONS='-r ./x.js' npm t`)).toContain("?");
    expect(consequences("NODE_OPTIONS='-r ./x.js' npm t")).toEqual([]);
  });

  it.each(["node y", "pytest tests/test_y.py", "uvicorn y:app", "node -r ./y.js -e 1"])(
    "is not run by %s",
    (command) => {
      expect(consequences(`${javascript}; ${python}; ${command}`)).toEqual([]);
    },
  );
});

describe("a Python module that the session wrote", () => {
  const { after } = readShell(
    "mkdir -p tools; printf 'import shutil\\ndef go(p):\\n    shutil.rmtree(p)\\n' > tools/h.py",
  );
  const kinds = (program: string): readonly string[] =>
    readShell(`python3 -c "${program}"`, { ...after }).effects.map(({ kind }) => kind);

  it.each([
    "from tools.h import go; go('docs')",
    "from tools import h; h.go('docs')",
    "import sys; sys.path.insert(0, 'tools'); import h; h.go('docs')",
    "import sys; sys.path.append('tools'); from h import go; go('docs')",
    // Which folders an installation adds to the path is not known.
    "import h; h.go('docs')",
  ])("is read where it is imported: %s", (program) => {
    expect(kinds(program)).toContain("delete");
  });
});
