import { describe, expect, it } from "vitest";
import { commandsInFile, taskFiles } from "../../../src/node/keep-helve/task-files.ts";

const keysFor = (program: string, keys: readonly string[], named: readonly string[] = []): readonly string[] =>
  taskFiles(program, keys, () => named).map(({ key }) => key);

describe("taskFiles", () => {
  it.each([
    ["task", "Taskfile.yml"],
    ["tox", "tox.ini"],
    ["ant", "build.xml"],
    ["ninja", "build.ninja"],
    ["mypy", "mypy.ini"],
    ["rspec", ".rspec"],
    ["nix-shell", "shell.nix"],
    ["prettier", ".prettierrc"],
    ["lint-staged", ".lintstagedrc.json"],
    ["nodemon", "nodemon.json"],
    ["jake", "Jakefile"],
    ["bundle", "spec/spec_helper.rb"],
  ])("%s loads %s by its name", (program, file) => {
    expect(keysFor(program, [file, "README.txt"])).toEqual([file]);
  });

  it.each([
    ["jest", "src/jest.ts/a.txt"],
    ["eslint", "eslint-notes.md"],
    ["git", ".gitconfig"],
    ["prettier", "src/prettier-plugin.js"],
  ])("%s does not load %s", (program, file) => {
    expect(keysFor(program, [file])).toEqual([]);
  });

  it("has files under any name if a word names them", () => {
    expect(keysFor("task", ["t", "u"], ["t"])).toEqual(["t"]);
    expect(keysFor("gradle", ["b", "u"], ["b"])).toEqual(["b"]);
    expect(keysFor("npm", ["t"], ["t"])).toEqual([]);
  });
});

describe("commandsInFile", () => {
  const commands = (text: string, onlyShells = false): readonly string[] =>
    commandsInFile({ text, from: [] }, onlyShells);

  it("lists items, values of keys, and texts that name a shell or a runtime", () => {
    expect(commands("cmds:\n  - sh g\n")).toEqual(["sh g"]);
    expect(commands("command = sh g\n")).toEqual(["sh g"]);
    expect(commands(`run_command("sh", "-c", "x y")`)).toEqual(["'sh' '-c' 'x y'"]);
    expect(commands(`<arg value='base64 -d h | sh -s'/>`)).toEqual(["base64 -d h | sh -s"]);
    expect(commands("name = 'a new project'\n")).toEqual([]);
  });

  it("lists only texts that name a shell or a runtime in a file of unknown purpose", () => {
    expect(commands("steps:\n  - It is new\n  - python3 x.py\n", true)).toEqual(["python3 x.py"]);
  });
});
