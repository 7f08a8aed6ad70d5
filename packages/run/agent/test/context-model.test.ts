import { complete, generateLoop, outcomeOf, scriptedModel, textOf, userMessage } from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

const usage = { inputTokens: 10, outputTokens: 5 };
const said = (content: string) => ({ content, usage });
const calls = (name: string) => ({ tool_calls: [{ function: { name, arguments: "{}" } }], usage });

/** A tool that lets the model of the run translate something. */
const translate = tool({
  name: "translate",
  description: "Translates.",
  parameters: { type: "object", properties: {} },
  execute: async (_args, { model, signal }) =>
    textOf((await complete(model, { messages: [userMessage("Hallo?")], signal })).message),
});

describe("context.model", () => {
  it("is the model of the run, and its usage counts as the run's", async () => {
    const model = scriptedModel([calls("translate"), said("Hello?"), said("It means Hello?")]);
    const outcome = await outcomeOf(generateLoop("Translate.", { model, executor: new ActionExecutor([translate]) }));
    expect(outcome).toMatchObject({ status: "finished", answer: "It means Hello?" });
    expect(outcome.usage).toMatchObject({ inputTokens: 30, outputTokens: 15 });
  });

  it("runs a loop of the tool's own", async () => {
    const add = tool({
      name: "add",
      description: "Adds.",
      parameters: { type: "object", properties: {} },
      execute: () => 2,
    });
    const solve = tool({
      name: "solve",
      description: "Solves.",
      parameters: { type: "object", properties: {} },
      execute: async (_args, { model, signal }) => {
        const inner = await outcomeOf(generateLoop("1 + 1?", { model, executor: new ActionExecutor([add]), signal }));
        return inner.status === "finished" ? inner.answer : inner.status;
      },
    });
    const model = scriptedModel([calls("solve"), calls("add"), said("two"), said("It is two.")]);
    const outcome = await outcomeOf(generateLoop("Solve.", { model, executor: new ActionExecutor([solve]) }));
    expect(outcome).toMatchObject({ status: "finished", answer: "It is two." });
    expect(outcome.usage).toMatchObject({ inputTokens: 40 });
  });

  it("generates nothing beyond the limits of the run", async () => {
    const model = scriptedModel([calls("translate"), said("never")]);
    const limits = { tokens: 15 };
    const outcome = await outcomeOf(
      generateLoop("Translate.", { model, limits, executor: new ActionExecutor([translate]) }),
    );
    expect(outcome).toMatchObject({ status: "limit", limit: "tokens" });
    expect(JSON.stringify(outcome.messages)).not.toContain("never");
  });

  it("starts no loops within loops without end", async () => {
    const levels: number[] = [];
    const dig = (level: number) =>
      tool({
        name: "dig",
        description: "Digs deeper.",
        parameters: { type: "object", properties: {} },
        execute: async (_args, { model, signal }): Promise<string> => {
          levels.push(level);
          const executor = new ActionExecutor([dig(level + 1)]);
          const inner = await outcomeOf(generateLoop("Dig.", { model, executor, signal }));
          return inner.status === "failed" ? inner.error.message : inner.status;
        },
      });
    const model = scriptedModel(Array.from({ length: 20 }, () => calls("dig")).concat(calls("dig")));
    const options = { model, executor: new ActionExecutor([dig(1)]), limits: { depth: 3 } };
    await outcomeOf(generateLoop("Dig.", options));
    expect(Math.max(...levels)).toBe(4);
  });

  it("is missing in a session without one, which says how to get it", async () => {
    const ret = await new ActionExecutor([translate]).session().execute({ id: "1", name: "translate", arguments: {} });
    expect(ret.error?.message).toContain("generateLoop sets it, or executor.session({ model })");
    const session = new ActionExecutor([translate]).session({ model: scriptedModel([said("Hello?")]) });
    const given = await session.execute({ id: "1", name: "translate", arguments: {} });
    expect(given.result).toEqual([{ type: "text", content: "Hello?" }]);
    expect(() => new ActionExecutor([]).session({ model: {} })).toThrow("a model");
  });
});
