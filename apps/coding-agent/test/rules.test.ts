import { readFile } from "node:fs/promises";
import { diagnose, formatProgram } from "@helve/agentspec";
import { shell } from "@helve/effects/shell";
import { predicates } from "@helve/predicates";
import { Terminal, terminalUses } from "@helve/toolkits/terminal";
import { describe, expect, it } from "vitest";

const text = await readFile(new URL("../rules/terminal.agentspec", import.meta.url), "utf8");
const terminal = new Terminal();
const catalogue = {
  tools: terminal.tools.map((tool) => ({ ...tool, name: `${terminal.name}.${tool.name}` })),
  predicates: predicates({
    languages: { shell },
    tools: terminalUses,
  }),
};

describe("rules/terminal.agentspec", () => {
  it("is formatted", () => {
    expect(formatProgram(text)).toBe(text);
  });

  it("has no diagnostics", () => {
    expect(diagnose(text, catalogue)).toEqual([]);
    const [misspelt] = diagnose(text.replace("args.command", "args.comand"), catalogue);
    expect(misspelt?.code).toBe("unknown_argument");
  });
});
