import { parseProgram } from "@helve/agentspec";
import type { Predicate } from "@helve/core";
import { Engine, PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";

const isDestructive: Predicate = {
  name: "is_destructive",
  description: "Whether it destroys something.",
  blindFor: ({ name, description }) => (description === "known" ? undefined : `nothing says what ${name} does`),
  evaluate: () => false,
};

const tools = [{ name: "Disk.Wipe" }, { name: "Disk.List", description: "known" }, { name: "mail" }];

function warningsOf(rules: string): readonly string[] {
  const warnings: string[] = [];
  const warn = ({ message }: { message: string }) => void warnings.push(message);
  const engine = new Engine(parseProgram(rules), { predicates: [isDestructive], warn });
  engine.toolsChanged(tools);
  engine.toolsChanged(tools);
  return warnings;
}

describe("a tool whose arguments a predicate does not see", () => {
  it("is reported once for a rule that passes no argument, by each kind of trigger", () => {
    const wipe = "rule @r: is_destructive: nothing says what Disk.Wipe does";
    expect(warningsOf("rule @r trigger Disk.Wipe check is_destructive enforce stop end")).toEqual([wipe]);
    expect(warningsOf("rule @r trigger Disk.any check !is_destructive enforce stop end")).toEqual([wipe]);
    expect(
      warningsOf(`rule @r trigger any check is_destructive enforce stop end
                  rule @s trigger any check is_destructive enforce stop end`),
    ).toEqual([wipe, "rule @r: is_destructive: nothing says what mail does"]);
  });

  it("is not reported if the rule passes the argument, or is for other tools", () => {
    expect(warningsOf("rule @r trigger Disk.any check is_destructive(args.path) enforce stop end")).toEqual([]);
    expect(warningsOf("rule @r trigger Disk.List check is_destructive enforce stop end")).toEqual([]);
  });

  it("is an error with strict", () => {
    const program = parseProgram("rule @r trigger any check is_destructive enforce stop end");
    const engine = new Engine(program, { predicates: [isDestructive], strict: true });
    expect(() => engine.toolsChanged(tools)).toThrow(PlanError);
    expect(() => engine.toolsChanged([{ name: "Disk.List", description: "known" }])).not.toThrow();
  });
});
