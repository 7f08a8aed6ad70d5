import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { withInvalidCalls } from "../src/index.ts";
import { callOf } from "../src/tool-calls.ts";

describe("withInvalidCalls", () => {
  it("returns a message without invalid calls as it is", () => {
    const message = new AIMessage({ content: "", tool_calls: [{ id: "a", name: "pay", args: {} }] });
    expect(withInvalidCalls(message)).toBe(message);
  });

  it("keeps the text of a call that is not JSON", () => {
    const invalid = { id: "a", name: "pay", args: "{amount: 5}", error: "not JSON" };
    const message = withInvalidCalls(new AIMessage({ id: "m", content: "", invalid_tool_calls: [invalid] }));
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
    const message = withInvalidCalls(cut);
    expect(message.tool_calls).toEqual([{ type: "tool_call", id: "a", name: "pay", args: {} }]);
    expect(callOf({ id: "a", name: "pay", args: {} }, [message]).arguments).toBe('{"amount": 5, "to": "An');
    const whole = new AIMessageChunk({ content: "", tool_call_chunks: [chunk('{"amount": 5}')] });
    expect(withInvalidCalls(whole)).toBe(whole);
  });

  it("gives a call without an id one", () => {
    const message = withInvalidCalls(new AIMessage({ content: "", invalid_tool_calls: [{ name: "pay", args: "{" }] }));
    const [call] = message.tool_calls ?? [];
    expect(call?.id).toMatch(/^call_/);
    expect(callOf({ id: call?.id ?? "", name: "pay", args: {} }, [message]).arguments).toBe("{");
  });
});
