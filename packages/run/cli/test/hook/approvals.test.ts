import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { helve } from "../helve.ts";
import { decisionOf, reasonOf, sessionOf } from "./hook-session.ts";

const rules = "rule @pay trigger mcp__bank__pay check enforce user_inspection end";

/** A session in which a person decides about payments. Arguments are JSON as the client writes it. */
function bank() {
  const { cwd, home } = sessionOf("codex");
  writeFileSync(join(home, ".config/helve/rules.agentspec"), rules);
  const base = { session_id: "s", cwd, hook_event_name: "PreToolUse", tool_name: "mcp__bank__pay" };
  const pay = (args: string) =>
    helve(["hook", "codex"], cwd, JSON.stringify(base).replace(/\}$/, `,"tool_input":${args}}`), { home });
  return {
    pay,
    open: async () => (await helve(["allow"], cwd, "", { home })).out,
    async approve(args: string) {
      const [id = ""] = /[0-9a-f]{8}$/.exec(reasonOf(await pay(args))) ?? [];
      expect((await helve(["allow", id], cwd, "", { home, confirms: true })).code).toBe(0);
    },
  };
}

describe("an approval of helve allow", () => {
  it.each([
    ["the last digit of a number", '{"amount":9007199254740992}', '{"amount":9007199254740993}'],
    ["the sign of a zero", '{"amount":0}', '{"amount":-0}'],
    ["the order of keys", '{"from":"a","to":"b"}', '{"to":"b","from":"a"}'],
    ["a key that occurs twice", '{"to":"b"}', '{"to":"a","to":"b"}'],
    ["the form of a letter", '{"to":"caf\u00e9"}', '{"to":"cafe\u0301"}'],
    ["a number in a text of JSON", '"{\\"amount\\":9007199254740992}"', '"{\\"amount\\":9007199254740993}"'],
  ])("is not one of a call that differs in %s", async (_, approved, other) => {
    const { pay, approve } = bank();
    await approve(approved);
    expect(decisionOf(await pay(other))).toBe("deny");
    expect(decisionOf(await pay(approved))).toBe("silent");
  });

  it("is asked for by a list of the calls that wait for a person", async () => {
    const { pay, approve, open } = bank();
    expect(await open()).toBe("no call waits for a person\n");
    await pay('{"to":"ann"}');
    expect(await open()).toMatch(/^[0-9a-f]{8} {2}mcp__bank__pay {2}\{"to":"ann"\}\n$/);
    await approve('{"to":"bob"}');
    expect(await open()).not.toContain("bob");
  });

  it("is one of the same call with other whitespace and escapes", async () => {
    const { pay, approve } = bank();
    await approve('{"to":"ann"}');
    expect(decisionOf(await pay(' { "to" :\t"\\u0061nn" } '))).toBe("silent");
  });
});
