import { askUser, generateLoop, outcomeOf, resume, scriptedModel } from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { calls, eventsOf } from "./agents.ts";

describe("askUser", () => {
  it("asks, with the choices, and returns the answer", async () => {
    const asked: unknown[] = [];
    const ask = askUser((question, { choices }) => {
      asked.push([question, choices]);
      return "blue";
    });
    const model = scriptedModel([calls(["ask_user", { question: "Which color?", choices: ["red", "blue"] }]), "ok"]);
    const { messages } = await outcomeOf(generateLoop("Paint.", { model, executor: new ActionExecutor([ask]) }));
    expect(asked).toEqual([["Which color?", ["red", "blue"]]]);
    expect(messages[2]).toMatchObject({ parts: [{ content: "blue" }] });
  });

  it.each([
    ["without a handler", () => askUser()],
    ["with a handler that answers later", () => askUser(() => ({ decision: "later" }))],
  ])("waits across processes %s", async (_what, create) => {
    const color = calls(["ask_user", { question: "Which color?", choices: ["red", "blue"] }]);
    const model = scriptedModel([color]);
    const outcome = await outcomeOf(generateLoop("Paint.", { model, executor: new ActionExecutor([create()]) }));
    if (outcome.status !== "pending") throw new Error(outcome.status);
    expect(outcome.questions).toEqual([
      {
        kind: "question",
        id: "call_1",
        callId: "call_1",
        agents: [],
        question: "Which color?",
        choices: ["red", "blue"],
        action: { id: "call_1", name: "ask_user", args: { question: "Which color?", choices: ["red", "blue"] } },
      },
    ]);
    const stored = JSON.parse(JSON.stringify(outcome.run));
    const executor = new ActionExecutor([create()]);
    const options = { model: scriptedModel(["Done."]), executor };
    expect(() => resume(stored, { call_1: 5 }, options)).toThrow(
      'answers: the answer to the question "call_1" must be a text (got number)',
    );
    const end = await outcomeOf(resume(stored, { call_1: "later" }, options));
    expect(end).toMatchObject({ status: "finished", answer: "Done." });
    expect(end.messages[2]).toMatchObject({ role: "tool", parts: [{ content: "later" }] });
  });

  it("fails if the handler answers with anything else", async () => {
    const ask = askUser((() => 5) as never);
    const model = scriptedModel([calls(["ask_user", { question: "?" }]), "ok"]);
    const events = await eventsOf(generateLoop("Paint.", { model, executor: new ActionExecutor([ask]) }));
    expect(events.find(({ type }) => type === "result")).toMatchObject({
      actionReturn: { errmsg: expect.stringContaining('must be a text, or { decision: "later" } (got 5)') },
    });
  });
});
