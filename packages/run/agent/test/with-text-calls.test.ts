import { callsOf, complete, type Model, scriptedModel, textOf, userMessage, withTextCalls } from "@helve/agent";
import { JsonParser } from "@helve/arguments";
import { describe, expect, it } from "vitest";

const parameters = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city"],
} as const;
const tools = ["weather", "time"].map((name) => ({ name, parameters }));

async function answerOf(text: string, more: object = {}, wrap: (model: Model) => Model = withTextCalls) {
  const request = { messages: [userMessage("How is it?")], tools, ...more };
  const { message, stopReason } = await complete(wrap(scriptedModel([text])), request);
  const calls = callsOf(message).map(({ id, name, arguments: raw }) => {
    const decoded = new JsonParser().decode(raw, parameters);
    return [id, name, decoded.ok ? decoded.args : decoded.issues];
  });
  return { text: textOf(message), calls, stopReason };
}

const oslo = { city: "Oslo", days: 3 };

describe("withTextCalls", () => {
  it.each([
    ["Hermes, Qwen", '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}\n</tool_call>'],
    [
      "arguments as text",
      '<tool_call>{"name": "weather", "arguments": "{\\"city\\": \\"Oslo\\", \\"days\\": 3}"}</tool_call>',
    ],
    ["without an end", '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}'],
    [
      "Qwen3-Coder",
      "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>",
    ],
    [
      "GLM",
      "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
    ],
    ["Llama 3.1", '<function=weather>{"city": "Oslo", "days": 3}</function>'],
    [
      "MiniMax",
      '<invoke name="weather">\n<parameter name="city">Oslo</parameter>\n<parameter name="days">3</parameter>\n</invoke>',
    ],
    ["Mistral", '[TOOL_CALLS] [{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]</s>'],
    ["Llama 3", '<|python_tag|>{"name": "weather", "parameters": {"city": "Oslo", "days": 3}}<|eom_id|>'],
    ["a namespace", '<tool_call>{"name": "functions.weather", "arguments": {"city": "Oslo", "days": 3}}</tool_call>'],
  ])("reads a call as %s", async (_, text) => {
    expect(await answerOf(`I look it up.\n\n${text}\n`)).toEqual({
      text: "I look it up.",
      calls: [["call_1", "weather", oslo]],
      stopReason: "calls",
    });
  });

  it("reads several calls", async () => {
    const one = (name: string) => `<tool_call>\n{"name": "${name}", "arguments": {"city": "Oslo"}}\n</tool_call>`;
    const list =
      '[TOOL_CALLS][{"name": "weather", "arguments": {"city": "Oslo"}}, {"name": "time", "arguments": {"city": "Oslo"}}]';
    const wrapped =
      '<function_calls>\n<invoke name="weather">\n<parameter name="city">Oslo</parameter>\n</invoke>\n<invoke name="time">\n<parameter name="city">Oslo</parameter>\n</invoke>\n</function_calls>';
    for (const text of [`${one("weather")}\n${one("time")}`, list, wrapped]) {
      expect((await answerOf(text)).calls).toEqual([
        ["call_1", "weather", { city: "Oslo" }],
        ["call_2", "time", { city: "Oslo" }],
      ]);
    }
  });

  it("reads several calls in single quotes, also with brackets in a text", async () => {
    const call = (name: string) => `{'name': '${name}', 'arguments': {'city': 'Oslo}'}}`;
    expect((await answerOf(`[TOOL_CALLS][${call("weather")}, ${call("time")}]`)).calls).toEqual([
      ["call_1", "weather", { city: "Oslo}" }],
      ["call_2", "time", { city: "Oslo}" }],
    ]);
  });

  it.each([
    ["text follows", '<tool_call>{"name": "weather", "arguments": {}}</tool_call> is how one calls it.'],
    ["a fence is around", '```\n<tool_call>{"name": "weather", "arguments": {}}</tool_call>\n```'],
    ["the tool is unknown", '<tool_call>{"name": "rm", "arguments": {}}</tool_call>'],
    [
      "one of the tools is unknown",
      '<tool_call>{"name": "time", "arguments": {}}</tool_call><tool_call>{"name": "rm"}</tool_call>',
    ],
    ["the block has no call", "<tool_call>soon</tool_call>"],
    ["there is no call", "It rains in Oslo."],
  ])("reads no call if %s", async (_, text) => {
    expect(await answerOf(text)).toEqual({ text, calls: [], stopReason: "stop" });
  });

  it("reads no call without tools, or if no tool may be called", async () => {
    const text = '<tool_call>{"name": "weather", "arguments": {}}</tool_call>';
    expect((await answerOf(text, { tools: undefined })).calls).toEqual([]);
    expect((await answerOf(text, { toolChoice: "none" })).calls).toEqual([]);
    expect((await answerOf(text, {}, (model) => model)).calls).toEqual([]);
  });
});
