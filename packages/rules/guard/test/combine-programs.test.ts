import { parseProgram } from "@helve/agentspec";
import { combinePrograms } from "@helve/guard";
import { describe, expect, it } from "vitest";

const rule = (name: string, more = "") => `rule @${name} ${more} trigger Bash check is_destructive enforce stop end`;
const combine = (...texts: readonly string[]) => combinePrograms(texts.map((text) => parseProgram(text)));

describe("combinePrograms", () => {
  it("keeps for each rule how its own program treats unknown results", () => {
    const { header, rules } = combine(
      `on unknown user_inspection\non unknown code ignore\n${rule("a")}\n${rule("b", "on unknown stop")}`,
      rule("c"),
    );
    expect(header?.onUnknown).toBeUndefined();
    const policies = rules.map(({ name, onUnknown, onUnknownCode }) => [name, onUnknown, onUnknownCode]);
    expect(policies).toEqual([
      ["a", "user_inspection", "ignore"],
      ["b", "stop", "stop"],
      ["c", undefined, undefined],
    ]);
  });

  it("denies by default if one program does, and joins the trusted sources", () => {
    const { header } = combine(`default deny\ntrust prompt\n${rule("a")}`, `untrusted Web.any\n${rule("b")}`);
    expect(header).toMatchObject({ default: "deny", trust: [{ name: "prompt" }], untrusted: [{ toolkit: "Web" }] });
  });

  it("returns a single program as it is", () => {
    const program = parseProgram(rule("a"));
    expect(combinePrograms([program])).toBe(program);
  });

  it("names rules and bindings of the same name, and different `on error` lines", () => {
    expect(() => combine(rule("a"), rule("a"))).toThrow("two programs have a rule @a: rename one");
    expect(() => combine(`let x = 1\n${rule("a")}`, `let x = 2\n${rule("b")}`)).toThrow("two programs have a let x");
    expect(() => combine(`on error stop\n${rule("a")}`, rule("b"))).toThrow('differ in "on error" (stop, violated)');
  });
});
