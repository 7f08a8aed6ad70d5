import { askUser, generateLoop, outcomeOf, scriptedModel } from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { calls } from "./agents.ts";

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
});
