import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The paths that a command deletes when a file has a text. */
function deleted(command: string, path: string, text: string): readonly unknown[] {
  const { effects } = readShell(command, { files: new Map([[path, { from: [], text }]]) });
  return effects.flatMap((effect) =>
    effect.kind === "delete" ? [effect.target?.path ?? null] : effect.kind === "anything" ? ["anything"] : [],
  );
}

describe("scripts of a project", () => {
  it.each(["git checkout -- .", "git checkout .", "git switch main", "git checkout main -- run.sh && sh run.sh"])(
    "%s runs no hook and no unknown script, because git does not write its own hooks",
    (command) => {
      const { effects } = readShell(command);
      expect(effects.filter(({ kind, by }) => kind === "anything" || by.startsWith("post-"))).toEqual([]);
    },
  );

  it.each([
    ["make", "Makefile"],
    ["npm test", "package.json"],
    ["just", "justfile"],
    ["pytest", "test_a.py"],
    ["gcc a.c", "a.c"],
    ["go generate", "a.go"],
    [". ./a.sh", "a.sh"],
    ["node -e 'require(\"./a\")'", "a.js"],
    ["python3 -c 'import a'", "a.py"],
  ])("%s is unknown if earlier code wrote the file and its content is not known", (command, path) => {
    const unknownIn = (files: string) =>
      readShell(command, { files: new Map([[files, { from: [{ kind: "unknown" }] }]]) }).effects.filter(
        ({ kind }) => kind === "anything",
      );
    expect(unknownIn(path)).toHaveLength(1);
    expect(unknownIn("other")).toEqual([]);
  });

  it("runs a hook that was written before", () => {
    expect(deleted("git checkout -- .", ".git/hooks/post-checkout", "rm a")).toContain("a");
  });

  it.each([
    ["make", "all: one two\none:\n\trm 1\ntwo: one\n\trm 2\n", ["1", "2"]],
    ["make two", "all:\n\trm 0\none two:\n\trm $@\n", ["two"]],
    ["make", ".PHONY: all\nall: ; rm a\n", ["a"]],
    ["make x.o", "%.o: %.c\n\trm $< $*\n", ["x.c", "x"]],
    ["make D=b", "D = a\nall:\n\trm $(D)\n", ["b"]],
    ["make", "D := a\nD += b\nall:\n\t@-rm $(D)\n", ["a", "b"]],
    ["make", "all:\n\tcd s && \\\n\trm a\n", ["s/a"]],
    ["make", "all:\n\tcd s\n\trm a\n", ["a"]],
    ["make -C s", "x:\n\trm a\n", []],
    ["make", "X = $(shell rm a)\nall:\n", ["a"]],
    ["make", "all: all\n\trm a\n", ["a"]],
    ["make", "O = $(patsubst %.c,%.o,$(wildcard *.c))\nall:\n\trm $(O)\n", ["*.o"]],
    ["make", "all:\n\trm $(addprefix x,$(F))\n", [null]],
    ["make", "all:\n\techo $(strip $(shell rm a))\n", ["a"]],
    ["make -f Makefile other", "x:\n\trm a\n", []],
  ])("%j with the Makefile %j deletes %j", (command, text, paths) => {
    expect(new Set(deleted(command, "Makefile", text))).toEqual(new Set(paths));
  });

  it.each([
    ["just", "# c\nfirst:\n  rm a\nsecond:\n  rm b\n", ["a"]],
    ["just second", "first:\n  @rm a\nsecond: first\n  rm b\n", ["a", "b"]],
    ["just x", "d := 'a'\nx arg='1':\n  rm {{ d }}/{{ arg }}\n", [null]],
    ["just x", "x:\n  #!/bin/sh\n  cd s\n  rm a\n", ["s/a"]],
  ])("%j with the justfile %j deletes %j", (command, text, paths) => {
    expect(new Set(deleted(command, "justfile", text))).toEqual(new Set(paths));
  });

  it.each(["just -f x.just first", "just --justfile=x.just first", "just --justfile x.just"])(
    "%s runs the file that an option names",
    (command) => {
      expect(deleted(command, "x.just", "first:\n  rm a\n")).toEqual(["a"]);
      expect(deleted(command, "justfile", "first:\n  rm a\n")).toEqual([]);
    },
  );

  it.each(["rspec", "rspec spec/a_spec.rb"])("%s runs the specs of the project", (command) => {
    expect(deleted(command, "spec/a_spec.rb", "describe 'x' do\n  File.delete('a')\nend\n")).toEqual(["a"]);
  });

  it.each([
    ["npm test", ["0", "1", "2"]],
    ["npm t", ["0", "1", "2"]],
    ["npm run test", ["0", "1", "2"]],
    ["pnpm test", ["0", "1", "2"]],
    ["yarn clean", ["c"]],
    ["npm clean", []],
    ["npm run clean -- d 'e f'", ["c", "d", "e f"]],
    ["npm install", ["p"]],
    ["npm --prefix . run clean", ["c"]],
    ["npm run constructor", []],
  ])("%j runs the scripts of package.json, which delete %j", (command, paths) => {
    const scripts = { pretest: "rm 0", test: "rm 1", posttest: "rm 2", clean: "rm c", prepare: "rm p" };
    expect(new Set(deleted(command, "package.json", JSON.stringify({ scripts })))).toEqual(new Set(paths));
  });

  it("are those that pytest runs", () => {
    expect(deleted("pytest", "conftest.py", "import os\nos.remove('a')")).toEqual(["a"]);
    expect(deleted("pytest -q tests/test_a.py::test_b", "tests/test_a.py", "import os\nos.remove('a')")).toEqual(["a"]);
  });

  it.each([
    ["pytest", "tests/test_a.py", "import os\ndef test_a():\n  os.remove('a')"],
    ["python3 -m pytest tests", "tests/test_a.py", "import os\nclass TestA:\n  def test_a(self):\n    os.remove('a')"],
    ["python3 -m unittest", "tests/test_a.py", "import os\nos.remove('a')"],
    ["npx vite build", "vite.config.ts", "import fs from 'fs'; fs.rmSync('a'); export default {}"],
    ["npm run build", "webpack.config.js", "require('fs').rmSync('a')"],
    ["npx vitest run", "src/a.test.ts", "import fs from 'fs'; test('a', () => { fs.rmSync('a') })"],
    ["npm test", "test/a.js", "require('fs').rmSync('a')"],
    ["gulp", "gulpfile.js", "exports.default = async () => require('fs').rmSync('a')"],
    ["rake", "Rakefile", "task :a do\n  sh 'rm a'\nend"],
    ["bundle exec rake", "Rakefile", "FileUtils.rm_rf('a')"],
    ["cargo build", "build.rs", 'use std::fs; fn main() { fs::remove_file("a").unwrap(); }'],
    ["go test ./...", "a_test.go", 'package a\nimport "os"\nfunc TestA(t *testing.T) { os.Remove("a") }'],
    ["cmake -B build", "CMakeLists.txt", "execute_process(COMMAND rm a\n  RESULT_VARIABLE r)"],
    ["PATH=bin:$PATH ls", "bin/ls", "rm a"],
  ])("%j loads %s", (command, path, text) => {
    expect(deleted(command, path, text)).toEqual(["a"]);
  });

  it.each([
    ["pytest tests/test_b.py", "tests/test_a.py", "import os\nos.remove('a')"],
    ["npx vitest run src/b.test.ts", "src/a.test.ts", "require('fs').rmSync('a')"],
    ["npx vite build", "src/a.test.ts", "require('fs').rmSync('a')"],
    ["rake", "Rakefile", "require 'rake/testtask'\nRake::TestTask.new { |t| t.pattern = 'test/*_test.rb' }"],
    [
      "cmake -B build",
      "CMakeLists.txt",
      "add_custom_command(TARGET a COMMAND ${CMAKE_COMMAND} -E echo $<TARGET_FILE:a>)",
    ],
    ["PATH=bin:$PATH cat", "bin/ls", "rm a"],
    ["pytest", "conftest.py", "import subprocess\nsubprocess.run(['pytest', 'tests'])"],
  ])("%j does not run %s", (command, path, text) => {
    expect(deleted(command, path, text)).toEqual([]);
  });

  it("are read however long they are, and what is too much is unknown", () => {
    const texts = [
      "a:\n".repeat(20_000),
      `%: ${"x ".repeat(20_000)}\n\trm $@\n`,
      Array.from({ length: 3000 }, (_, n) => `X${n + 1} = $(X${n})$(X${n})$(X${n})`).join("\n") +
        "\nall:\n\trm $(X3000)\n",
      `all:\n${"\trm a\n".repeat(9000)}`,
      "a".repeat(60_000),
      `all:\n\t${"$(if ".repeat(9000)}${")".repeat(9000)}\n`,
      `all:\n\t${"$(if ".repeat(9000)}\n`,
      "{{".repeat(30_000),
      `x:\n  echo ${"{{ ".repeat(20_000)}`,
    ];
    for (const text of texts)
      for (const [command, path] of [
        ["make y", "Makefile"],
        ["make", "Makefile"],
        ["just", "justfile"],
        ["npm test", "package.json"],
      ] as const) {
        expect(() => deleted(command, path, text)).not.toThrow();
      }
    expect(deleted("make", "Makefile", texts[3] ?? "")).toContain("anything");
  });

  it("never throw for any text", () => {
    const part = fc.constantFrom(
      "a",
      ":",
      "=",
      "\n",
      "\t",
      "$(",
      ")",
      "${",
      "}",
      "%",
      "$@",
      "rm ",
      "{{",
      "}}",
      "`",
      "\\\n",
      ";",
      "#!",
      '"',
    );
    const text = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (each) => {
        for (const [command, path] of [
          ["make", "Makefile"],
          ["just a", "justfile"],
          ["npm test", "package.json"],
        ] as const)
          expect(Array.isArray(deleted(command, path, each))).toBe(true);
      }),
      { numRuns: runs(200, 5000) },
    );
  });
});

describe("files that a build reads and writes", () => {
  const read = (command: string, files: Readonly<Record<string, string>>) =>
    readShell(command, {
      files: new Map(Object.entries(files).map(([path, text]) => [path, { from: [], text }])),
      environment: new Map([["HOME", { from: [], text: "/home/ada" }]]),
    }).effects.flatMap((effect) =>
      effect.kind === "write" || effect.kind === "delete" || effect.kind === "destroy"
        ? [`${effect.kind} ${effect.target?.path ?? "?"}`]
        : effect.kind === "anything"
          ? ["anything"]
          : [],
    );

  it.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ["make", { Makefile: "A=x\n$(file >$(A)/b,text)\nall:\n" }, "destroy x/b"],
    ["make", { Makefile: "include a.mk\n", "a.mk": "all:\n\trm c\n" }, "delete c"],
    ["make F=a.mk", { Makefile: "include $(F)\n", "a.mk": "all:\n\trm c\n" }, "delete c"],
    ["make", { Makefile: "-include $(wildcard *.x)\n", "a.txt": "all:\n\trm c\n" }, "delete c"],
    ["make x", { "x.c": "int main(int c, char **v) { system(v[1]); }" }, "anything"],
    ["cmake .", { "CMakeLists.txt": 'set(A "x")\nfile(WRITE "${A}/b" "")\n' }, "destroy x/b"],
    ["cmake .", { "CMakeLists.txt": "file(COPY a DESTINATION /x/b)\n" }, "destroy /x/b"],
    ["as a.s", { "a.s": "mov $60, %rax\nsyscall\n" }, "anything"],
    ["gradle build", { "build.gradle": 'new File(System.getProperty("user.home") + x).text = ""' }, "anything"],
    ["node --run x", { "package.json": '{"scripts":{"x":"rm c"}}' }, "delete c"],
    ["node --run=x", { "package.json": '{"scripts":{"x":"rm c"}}' }, "delete c"],
  ])("%s with %j: %s", (command, files, expected) => {
    expect(read(command, files)).toContain(expected);
  });

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ["cmake .", { "CMakeLists.txt": "file(GLOB S src/*.c)\nadd_executable(x ${S})\n" }],
    ["gradle build", { "build.gradle": "plugins { id 'java' }\ntask x { doLast { new File('a').text = '' } }" }],
    ["as a.s", { "a.s": "mov $1, %rax\nret\n" }],
    ["node --check w.js", { "w.js": "eval(process.env.X)" }],
  ])("%s with %j does nothing that is not known", (command, files) => {
    expect(read(command, files)).toEqual([]);
  });
});

describe("what runs on after the end of a script", () => {
  it.each(["sleep 5; ls", "(ls; ls) &", "node --watch a.js", "nohup ls", "ls | entr -r make", "sh -c 'ls &'"])(
    "%s may run on",
    (command) => {
      expect(readShell(command).after?.settings?.has("runs on")).toBe(true);
    },
  );

  it.each(["ls", "make && npm test", "ls > a 2>&1", "node a.js"])("%s ends", (command) => {
    expect(readShell(command).after?.settings?.has("runs on") ?? false).toBe(false);
  });
});
