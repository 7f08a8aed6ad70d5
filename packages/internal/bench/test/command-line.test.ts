import { describe, expect, it } from "vitest";
import { readCommandLine, usage } from "../src/command-line.ts";
import { commands } from "../src/commands.ts";

describe("readCommandLine", () => {
  it.each([...commands])("reads the command %s", (name, command) => {
    const args = command.data === undefined ? [name] : [name, "--data", "cases", "--explain", "--rules", "strict"];

    expect(readCommandLine(args, "/home/ann")).toEqual({
      ok: true,
      name,
      command,
      options: {
        ...(command.data === undefined
          ? { data: "", explain: false, rules: "coding-agent" }
          : { data: "/home/ann/cases", explain: true, rules: "strict" }),
        write: false,
        cases: 10_000,
        seed: 1,
      },
    });
  });

  it("runs all comparisons without a command", () => {
    expect(readCommandLine([], "/home/ann")).toMatchObject({ ok: true, name: "" });
  });

  it.each([
    [["exectuor"], 'there is no command "exectuor": did you mean "executor"?'],
    [["argument"], 'there is no command "argument": did you mean "arguments"?'],
    [["constructor"], 'there is no command "constructor"'],
    [["executor", "imports"], 'executor: one command at a time (got "imports" after it)'],
    [["safety"], "safety: --data must name a folder with cases"],
  ])("refuses %j", (args, message) => {
    expect(readCommandLine(args, "/home/ann")).toEqual({ ok: false, message });
  });

  it("refuses --data for a command that reads no folder, and names the others", () => {
    const readers = [...commands].filter(([, { data }]) => data !== undefined).map(([name]) => name);
    expect(readCommandLine(["executor", "--data", "cases"], "/home/ann")).toEqual({
      ok: false,
      message: `--data belongs to the commands ${readers.join(", ")}`,
    });
  });

  it("refuses an unknown option", () => {
    expect(readCommandLine(["executor", "--dat", "cases"], "/home/ann")).toMatchObject({
      ok: false,
      message: expect.stringContaining("--dat"),
    });
  });
});

describe("usage", () => {
  it("names every command", () => {
    for (const name of commands.keys()) expect(usage()).toContain(name);
  });
});
