import { callsOf, complete, parseScript, readScript, scriptedModel, textOf, userMessage } from "@helve/agent";
import { describe, expect, it } from "vitest";

const request = { messages: [userMessage("Hello")] };

describe("scriptedModel", () => {
  it("answers with its turns, and passes arguments on as they are", async () => {
    const script = [
      '{"role": "assistant", "content": "First.", "tool_calls": [{"type": "function", "function": {"name": "add", "arguments": "{x: 1"}}]}',
      "",
      '{"content": null, "reasoning": "hm", "usage": {"inputTokens": 3, "outputTokens": 1}}',
    ].join("\n");
    const model = scriptedModel(parseScript(script));
    const first = await complete(model, request);
    expect(textOf(first.message)).toBe("First.");
    expect(callsOf(first.message)).toEqual([{ type: "call", id: "call_1", name: "add", arguments: "{x: 1" }]);
    expect(await complete(model, request)).toEqual({
      message: { role: "assistant", parts: [{ type: "reasoning", content: "hm" }] },
      stopReason: "stop",
      usage: { inputTokens: 3, outputTokens: 1 },
    });
    await expect(complete(model, request)).rejects.toMatchObject({
      code: "script_ended",
      message: "scripted: the script has 2 turns, and this is request 3",
    });
  });

  it("takes lists of calls, as the scripted models of adapters do", async () => {
    const model = scriptedModel([
      [
        { id: "a", name: "add", arguments: "{x: 1" },
        { name: "ls", arguments: "{}" },
      ],
      "Done.",
    ]);
    const { message, stopReason } = await complete(model, request);
    expect(stopReason).toBe("calls");
    expect(callsOf(message)).toEqual([
      { type: "call", id: "a", name: "add", arguments: "{x: 1" },
      { type: "call", id: "call_1", name: "ls", arguments: "{}" },
    ]);
  });

  it("takes functions of the request, and throws errors", async () => {
    const error = new Error("no");
    const model = scriptedModel([({ messages }) => `${messages.length} message`, error]);
    expect(textOf((await complete(model, request)).message)).toBe("1 message");
    await expect(complete(model, request)).rejects.toBe(error);
  });
});

describe("parseScript", () => {
  it("reports every invalid line with its place", () => {
    const { value, issues } = readScript('{"content": 3}\n{"role": "user"}\n{"content": "ok"\n');
    expect(value).toBeUndefined();
    expect(issues.map(({ message, range }) => [range?.start.line, message])).toEqual([
      [1, '"content" must be a string or null (got 3)'],
      [2, expect.stringContaining('"role"')],
      [3, expect.stringContaining("not JSON")],
    ]);
    expect(() => parseScript("")).toThrow("expected a message of a model");
  });
});
