import {
  type AssistantMessage,
  callsOf,
  complete,
  generateLoop,
  jsonProtocol,
  type ModelRequest,
  outcomeOf,
  type Protocol,
  reactProtocol,
  scriptedModel,
  textOf,
  tupleProtocol,
  userMessage,
  withProtocol,
} from "@helve/agent";
import { TupleParser } from "@helve/arguments/tuple";
import { ActionExecutor } from "@helve/executor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { add } from "./agents.ts";

const tools = [{ name: "add", description: "Add.", parameters: { type: "object", properties: {} } }] as const;
const request: ModelRequest = { messages: [{ role: "system", content: "Be brief." }, userMessage("Hello")], tools };
const all: readonly Protocol[] = [reactProtocol(), jsonProtocol(), tupleProtocol()];

describe("reactProtocol", () => {
  it.each([
    ['Thought: I add.\nAction: add\nAction Input: {"x": 1}', "I add.", "", [["add", '{"x": 1}']]],
    ["Thought: I add.\nAction: add\nAction Input: {broken\n", "I add.", "", [["add", "{broken"]]],
    ['Action: add \nAction Input: "plain"', "", "", [["add", "plain"]]],
    ['Action: add\nAction Input: say "hi"', "", "", [["add", 'say "hi"']]],
    ["Action: a\nAction Input: 1\nAction: b\nAction Input: 2", "", "", [["a", "1"]]],
    ['Action: add\nAction Input: {}\nObservation: 5\nAction: b\nAction Input: {"q": 1}', "", "", [["add", "{}"]]],
    ["Action: add\nAction Input: {}\nResponse: 5\nThought: u\nFinal Answer: 5", "", "", [["add", "{}"]]],
    ['**Thought:** t\n**Action:** add\n**Action Input:** {"a": 2}', "t", "", [["add", '{"a": 2}']]],
    ["**Final Answer:** 42", "", "42", []],
    ["Thought: t\nAction: `add`\nAction Input: {}", "t", "", [["add", "{}"]]],
    ["Thought: t\nAction: [add]\nInput: {}", "t", "", [["add", "{}"]]],
    ['thought: t\naction: add\naction input: {"a": 2}', "t", "", [["add", '{"a": 2}']]],
    ['Thought：t\nAction：add\nAction Input：{"a": 2}', "t", "", [["add", '{"a": 2}']]],
    ["Thought: done\nFinal Answer: 42\nThought: I could also check.", "done", "42", []],
    [
      'Action: add\nAction Input: {"a":\n"x",\n"b":\n"Action: no"}',
      "",
      "",
      [["add", '{"a":\n"x",\n"b":\n"Action: no"}']],
    ],
    ["Thought: add it. Action: add\nAction Input: {}", "add it.", "", [["add", "{}"]]],
    ["Action: add\nAction Input: {}\nResponse: 3\nThought: done", "", "", [["add", "{}"]]],
    ["Thought: done\nFinal Answer: It is 3.\nReally.", "done", "It is 3.\nReally.", []],
    ["Final Answer: it", "", "it", []],
    ['Action: say\nAction Input: {"text": "Final Answer: 3"}', "", "", [["say", '{"text": "Final Answer: 3"}']]],
    ["It is 3.", "It is 3.", "", [["NoAction", ""]]],
    ["Thought: hm\nAction: add", "Thought: hm\nAction: add", "", [["NoAction", ""]]],
    ["", "", "", [["NoAction", ""]]],
  ])("reads %j", (text, thought, answer, calls) => {
    const read = reactProtocol().parse(text);
    expect([read.thought, read.text, read.calls.map((call) => [call.name, call.arguments])]).toEqual([
      thought,
      answer,
      calls,
    ]);
  });

  it("takes text without an action for the answer if it may", () => {
    expect(reactProtocol({ noAction: false }).parse("It is 3.")).toEqual({ thought: "", text: "It is 3.", calls: [] });
  });
});

describe("jsonProtocol", () => {
  it.each([
    ['I add.\n```call\n{"name": "add", "arguments": {"x": 1}}\n```', "I add.", [["add", '{"x": 1}']]],
    [
      '```json\n{"name": "add", "parameters": {"x": 12345678901234567890}}\n```',
      "",
      [["add", '{"x": 12345678901234567890}']],
    ],
    ["```call\n{'name': 'add', 'arguments': {'x': 1,}}\n```", "", [["add", "{'x': 1,}"]]],
    ['```call\n{"name": "add", "arguments": {"x": 1', "", [["add", '{"x": 1']]],
    ['```call\n{"name": "add", "arguments": "{\\"x\\": 1}"}\n```', "", [["add", '{"x": 1}']]],
    ['```call\n{"name": "now"}\n```', "", [["now", "{}"]]],
    [
      '```call\n{name: add, arguments: {}}\n```\n```tool_call\n{"name": "b", "args": []}\n```',
      "",
      [
        ["add", "{}"],
        ["b", "[]"],
      ],
    ],
    ['Data:\n```json\n{"name": "Ada"}\n```', 'Data:\n```json\n{"name": "Ada"}\n```', []],
    ["```python\nadd(1)\n```", "```python\nadd(1)\n```", []],
    ["```call\nnonsense\n```", "```call\nnonsense\n```", []],
    ["It is 3.", "It is 3.", []],
  ])("reads %j", (text, answer, calls) => {
    const read = jsonProtocol().parse(text);
    expect([read.text, read.calls.map((call) => [call.name, call.arguments])]).toEqual([answer, calls]);
  });
});

describe("tupleProtocol", () => {
  it.each([
    ["```call\nadd(1, 'two')\n```", "", [["add", "(1, 'two',)"]]],
    ["```call\nTerminal-Execute('ls')\n```", "", [["Terminal-Execute", "('ls',)"]]],
    ["```call\nnow()\n```", "", [["now", "()"]]],
    ["```call\nadd(1, [2\n```", "", [["add", "(1, [2"]]],
    ["```python\nadd(1)\n```", "```python\nadd(1)\n```", []],
    ["```call\n(1, 2)\n```", "```call\n(1, 2)\n```", []],
  ])("reads %j", (text, answer, calls) => {
    const read = tupleProtocol().parse(text);
    expect([read.text, read.calls.map((call) => [call.name, call.arguments])]).toEqual([answer, calls]);
  });
});

describe.each(all.map((protocol) => [protocol.name, protocol] as const))("the protocol %s", (name, protocol) => {
  it("describes the tools and the choice in English and Chinese", () => {
    for (const locale of ["en", "zh"] as const) {
      const text = protocol.prompt(tools, { toolChoice: { tool: "add" }, locale });
      expect(text).toContain('{"name":"add","description":"Add."');
      expect(/[一-鿿]/u.test(text)).toBe(locale === "zh");
      expect(text.length).toBeGreaterThan(protocol.prompt(tools, { toolChoice: "auto", locale }).length);
    }
  });

  it("reads any text without throwing", () => {
    const piece = fc.constantFrom(
      "```call\n",
      "```",
      "\n",
      "Action:",
      "Action Input:",
      "Final Answer:",
      "{",
      '"',
      "(",
      "name",
      ":",
      "x",
      "\\",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (pieces) => {
        protocol.parse(pieces.join(""));
      }),
    );
  });

  it.each(["`", "```call\n", "{", '"', "\n", "Action:", "Thought:"])("finds no tool in many %j", (part) => {
    const { calls } = protocol.parse(part.repeat(80_000));
    expect(calls.filter((call) => call.name !== "NoAction")).toEqual([]);
  });

  it("reads the calls that it writes", () => {
    const word = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/);
    const value = fc.jsonValue({ maxDepth: 2 }).filter((json) => !JSON.stringify(json).includes("```"));
    fc.assert(
      fc.property(word, fc.dictionary(word, value), (tool, args) => {
        const raw = name === "tuple" ? `(${JSON.stringify(args)},)` : JSON.stringify(args);
        const message: AssistantMessage = {
          role: "assistant",
          parts: [{ type: "call", id: "a", name: tool, arguments: raw }],
        };
        expect(protocol.parse(protocol.write(message)).calls).toEqual([{ name: tool, arguments: raw }]);
      }),
    );
  });
});

describe("withProtocol", () => {
  it("writes tools, calls and results as text, and reads calls", async () => {
    const asked: ModelRequest[] = [];
    const model = withProtocol(
      scriptedModel([
        (sent) => {
          asked.push(sent);
          return "Thought: again\nAction: add\nAction Input: {}";
        },
      ]),
      reactProtocol(),
    );
    const { message, stopReason } = await complete(model, {
      ...request,
      messages: [
        ...request.messages,
        {
          role: "assistant",
          parts: [
            { type: "reasoning", content: "I add." },
            { type: "call", id: "call_1", name: "add", arguments: "{x: 1}" },
          ],
        },
        { role: "tool", callId: "call_1", name: "add", parts: [{ type: "json", content: 3 }] },
        { role: "tool", callId: "call_0", name: "add", parts: [{ type: "image", content: "data:," }] },
      ],
    });
    expect(asked[0]?.tools).toBeUndefined();
    expect(asked[0]?.stop).toEqual(["\nResponse:"]);
    expect(asked[0]?.messages.slice(1)).toEqual([
      userMessage("Hello"),
      { role: "assistant", parts: [{ type: "text", content: "Thought: I add.\nAction: add\nAction Input: {x: 1}" }] },
      userMessage([
        { type: "text", content: "Response: 3" },
        { type: "text", content: "Response: [image]" },
        { type: "image", content: "data:," },
      ]),
    ]);
    expect(stopReason).toBe("calls");
    expect(message.parts).toEqual([
      { type: "reasoning", content: "again" },
      { type: "call", id: "call_2", name: "add", arguments: "{}" },
    ]);
  });

  it.each([
    [
      "react",
      reactProtocol(),
      ["Thought: I add.\nAction: add\nAction Input: {x: 1, 'y': 2}", "Hm.", "Final Answer: 3"],
      undefined,
    ],
    ["json", jsonProtocol(), ['```call\n{"name": "add", "arguments": {"x": 1, "y": 2,}}\n```', "3"], undefined],
    ["tuple", tupleProtocol(), ["```call\nadd(1, 2)\n```", "3"], new TupleParser()],
  ] as const)("runs an agent with the protocol %s", async (_, protocol, turns, parser) => {
    const model = withProtocol(scriptedModel(turns), protocol);
    const executor = new ActionExecutor([add], { parser });
    const outcome = await outcomeOf(generateLoop("What is 1 + 2?", { model, executor }));
    expect(outcome).toMatchObject({ status: "finished", answer: "3" });
    expect(outcome.messages[2]).toMatchObject({ role: "tool", name: "add", parts: [{ content: 3 }] });
    if (turns.length === 3) expect(outcome.messages[4]).toMatchObject({ name: "NoAction", isError: true });
  });

  it("leaves answers alone if there are no tools to use", async () => {
    for (const more of [{ tools: [] }, { toolChoice: "none" as const }]) {
      const model = withProtocol(scriptedModel(["Action: none"]), reactProtocol());
      const { message } = await complete(model, { ...request, ...more });
      expect(textOf(message)).toBe("Action: none");
      expect(callsOf(message)).toEqual([]);
    }
  });
});
