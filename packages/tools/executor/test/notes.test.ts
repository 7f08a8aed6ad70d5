import type { Action, Guard, Verdict } from "@helve/core";
import { ActionExecutor, memoryRunLedger, parseActionReturn } from "@helve/executor";
import { ToolError } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const decision = { passes: [] };
const allow = (action: Action, ...notes: string[]): Verdict => ({ kind: "allow", action, notes, decision });
const stop = async (): Promise<Verdict> => ({ kind: "stop", reason: "never", decision });

/** A guard that allows every call, with notes. */
function noting(...notes: string[]): Guard {
  return { before: async (action) => allow(action, ...notes) };
}

/** A guard that allows every result, with notes. */
function notingAfter(...notes: string[]): Guard {
  return { before: async (action) => allow(action), after: async ({ action }) => allow(action, ...notes) };
}

const say = saying("say", (what) => {
  if (what === "fail") throw new ToolError("It can't.");
  return what;
});
const other = saying("other", () => "done");

async function seen(guards: readonly Guard[], what = "hi") {
  const ret = await new ActionExecutor([say, other], { guards }).execute(callOf("say", what));
  expect(parseActionReturn(JSON.stringify(ret))).toEqual(ret);
  return { ret, texts: ret.observation.parts.map(({ content }) => content) };
}

describe("the notes of guards", () => {
  it("start the observation, one line each, in the order of the guards", async () => {
    const { ret, texts } = await seen([noting("one", "two"), noting(), noting("three")]);
    expect(texts).toEqual(["one\ntwo\nthree", "hi"]);
    expect(ret.result).toEqual([{ type: "text", content: "hi" }]);
    expect(ret.stages.guard?.verdicts.map((verdict) => "notes" in verdict && verdict.notes)).toEqual([
      ["one", "two"],
      [],
      ["three"],
    ]);
  });

  it("comes first when the action fails, too, and when it had run before", async () => {
    expect((await seen([noting("one")], "fail")).texts).toEqual(["one", "It can't."]);
    const executor = new ActionExecutor([say], { guards: [noting("one")], ledger: memoryRunLedger() });
    const call = callOf("say", "hi");
    for (const replayed of [undefined, true]) {
      const ret = await executor.execute(call);
      expect(ret.stages.run?.replayed).toBe(replayed);
      expect(ret.observation.parts.map(({ content }) => content)).toEqual(["one", "hi"]);
    }
  });

  it("is not said of an action that did not run", async () => {
    expect((await seen([noting("one"), { before: stop }])).texts).toEqual(["say was stopped: never"]);
  });

  it("are dropped if another guard replaces the action, except that guard's own", async () => {
    const changing: Guard = { before: async (action) => allow({ ...action, args: { what: "ho" } }, "ho is better") };
    const naming: Guard = {
      before: async (action) => (action.args["what"] === "hi" ? allow(action, "of hi") : allow(action, "of ho")),
    };
    const { texts } = await seen([naming, changing]);
    expect(texts).toEqual(['ho is better\nof ho\nsay ran, changed to {"what":"ho"}.', "ho"]);
  });

  it.each([
    ["the guard", ["@r: other ran instead of say."], "@r: other ran instead of say."],
    ["the executor", [], "The rule @r ran other instead of say."],
  ])("tells which rule ran what instead of what: %s does", async (_who, notes, first) => {
    const invoking: Guard = {
      before: async (action) =>
        allow({ ...action, name: "other", args: {}, replaces: action, invokedBy: "r" }, ...notes),
    };
    const { ret, texts } = await seen([invoking]);
    expect(texts).toEqual([first, "done"]);
    expect(ret.stages.guard?.action).toMatchObject({ name: "other", replaces: { name: "say" }, invokedBy: "r" });
  });

  it("end the observation if they come from `after`", async () => {
    const { ret, texts } = await seen([notingAfter("four", "five"), noting("one"), notingAfter("six")]);
    expect(texts).toEqual(["one", "hi", "four\nfive\nsix"]);
    expect(ret.result).toHaveLength(1);
    expect((await seen([notingAfter("four")], "fail")).texts).toEqual(["It can't.", "four"]);
  });

  it("are not shown after the run if another guard withholds the result", async () => {
    const { texts } = await seen([notingAfter("it was hi"), { ...noting(), after: stop }]);
    expect(texts).toEqual(["The result of say was withheld: never"]);
  });

  it.each([["no list"], [[1]], [{}]])("is no verdict when it is not lines: %j", async (notes) => {
    const odd = { before: async (action: Action) => ({ kind: "allow", action, notes, decision }) } as unknown;
    const { ret } = await seen([odd as Guard]);
    expect(ret).toMatchObject({ status: "stopped", error: { code: "unexpected" } });
  });

  it("after the run leaves the verdict that decided, unless it withholds", async () => {
    const before = (await seen([noting("one"), notingAfter("two")])).ret;
    expect(before.verdict).toEqual(before.stages.guard?.verdicts.at(-1));
    const withheld = (await seen([{ ...noting(), after: stop }, notingAfter("two")])).ret;
    expect(withheld.verdict).toMatchObject({ kind: "stop", reason: "never" });
  });
});
