import { AIMessage, AIMessageChunk, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { runnableReply } from "../src/index.ts";
import { callOf } from "../src/tool-calls.ts";

describe("runnableReply", () => {
  it("returns a message without invalid calls as it is", () => {
    const message = new AIMessage({ content: "", tool_calls: [{ id: "a", name: "pay", args: {} }] });
    expect(runnableReply(message, [])).toBe(message);
  });

  it("keeps the text of a call that is not JSON", () => {
    const invalid = { id: "a", name: "pay", args: "{amount: 5}", error: "not JSON" };
    const message = runnableReply(new AIMessage({ id: "m", content: "", invalid_tool_calls: [invalid] }), []);
    expect(message.id).toBe("m");
    expect(message.tool_calls).toEqual([{ type: "tool_call", id: "a", name: "pay", args: {} }]);
    expect(callOf({ id: "a", name: "pay", args: {} }, [message])).toEqual({
      id: "a",
      name: "pay",
      arguments: "{amount: 5}",
    });
  });

  it("does not take what LangChain guesses for a call of a stream that was cut off", () => {
    const chunk = (args: string) => ({ type: "tool_call_chunk", index: 0, id: "a", name: "pay", args }) as const;
    const cut = new AIMessageChunk({ content: "", tool_call_chunks: [chunk('{"amount": 5, "to": "An')] });
    expect(cut.tool_calls).toHaveLength(1);
    const message = runnableReply(cut, []);
    expect(message.tool_calls).toEqual([{ type: "tool_call", id: "a", name: "pay", args: {} }]);
    expect(callOf({ id: "a", name: "pay", args: {} }, [message]).arguments).toBe('{"amount": 5, "to": "An');
    const whole = new AIMessageChunk({ content: "", tool_call_chunks: [chunk('{"amount": 5}')] });
    expect(runnableReply(whole, [])).toBe(whole);
  });

  it("gives a call without an id one", () => {
    const message = runnableReply(new AIMessage({ content: "", invalid_tool_calls: [{ name: "pay", args: "{" }] }), []);
    const [call] = message.tool_calls ?? [];
    expect(call?.id).toMatch(/^call_/);
    expect(callOf({ id: call?.id ?? "", name: "pay", args: {} }, [message]).arguments).toBe("{");
  });

  it("gives a call with the id of an earlier one a new id, also in the content", () => {
    const earlier = [new ToolMessage({ tool_call_id: "a", content: "paid" })];
    const content = [
      { type: "text" as const, text: "I pay." },
      { type: "tool_use" as const, id: "a", name: "pay", input: {} },
    ];
    const calls = ["a", "b"].map((id) => ({ id, name: "pay", args: { amount: 5 } }));
    const message = runnableReply(new AIMessage({ content, tool_calls: calls }), earlier);
    const [renamed, other] = message.tool_calls ?? [];
    expect(renamed).toMatchObject({ id: expect.stringMatching(/^a_.+/), name: "pay", args: { amount: 5 } });
    expect(other?.id).toBe("b");
    expect(message.content).toMatchObject([{ text: "I pay." }, { type: "tool_use", id: renamed?.id }]);
  });

  it("finds the text of a malformed call with the id of an earlier one", () => {
    const earlier = [new ToolMessage({ tool_call_id: "a", content: "paid" })];
    const invalid = { id: "a", name: "pay", args: "{amount: 5}", error: "not JSON" };
    const message = runnableReply(new AIMessage({ content: "", invalid_tool_calls: [invalid] }), earlier);
    const [call] = message.tool_calls ?? [];
    expect(call?.id).not.toBe("a");
    expect(callOf({ id: call?.id ?? "", name: "pay", args: {} }, [message]).arguments).toBe("{amount: 5}");
  });
});
