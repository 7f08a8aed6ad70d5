// Texts that the vendors' documents and the parsers of vLLM and SGLang have as examples, with the arguments they stand for.

import { feedback, JsonParser, type RawFormat, rawFormats, withoutControlTokens } from "@helve/arguments";
import type { Args, JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";

const parser = new JsonParser();
const any = (...names: readonly string[]) => ({
  type: "object" as const,
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const city = { type: "object", properties: { city: { type: "string" }, date: { type: "string" } } } as const;
const edit = { type: "object", properties: { old_string: { type: "string" }, indent: { type: "integer" } } } as const;

const many = { text: "hello", int: 42, float: 3.14, yes: true, none: null, list: ["a"], object: { b: "c" }, empty: {} };

const token = "]<]minimax[>[";
const minimaxM3Tag = (name: string, value: string) => `${token}<${name}>${value}${token}</${name}>`;
const minimaxM3 = (name: string, value: string) =>
  `${token}<tool_call>\n${token}<invoke name="f">${minimaxM3Tag(name, value)}${token}</invoke>\n${token}</tool_call>`;

const read: readonly (readonly [format: string, text: string, schema: JsonSchema, args: Args])[] = [
  ["functools", `functools[{"name": "f", "arguments": ${JSON.stringify(many)}}]`, any(...Object.keys(many)), many],
  [
    "functools",
    'Let me check the weather for you.\nfunctools[{"name": "f", "arguments": {"city": "Tokyo"}}]\nWould you like more?',
    city,
    { city: "Tokyo" },
  ],
  ["functools", 'functools[{"name": "refresh", "arguments": {}}]', { type: "object", properties: {} }, {}],
  [
    "command_r",
    'Plan: I search for it.\nAction: ```json\n[\n  {\n    "tool_name": "internet_search",\n    "parameters": {\n      "query": "biggest penguin"\n    }\n  }\n]\n```<|END_OF_TURN_TOKEN|>',
    any("query"),
    { query: "biggest penguin" },
  ],
  [
    "command",
    '<|START_THINKING|>I look up the city: Oslo, limit: 5.<|END_THINKING|><|START_ACTION|>[\n  {"tool_call_id": "0", "tool_name": "f", "parameters": {"city": "Oslo"}}\n]<|END_ACTION|>',
    city,
    { city: "Oslo" },
  ],
  [
    "apertus",
    'Let me check. <|tools_prefix|>[{"f": {"nested": {"inner": "value"}, "list": ["a", "b"]}}]<|tools_suffix|>',
    any("nested", "list"),
    { nested: { inner: "value" }, list: ["a", "b"] },
  ],
  [
    "hermes",
    '<think>\nThe city.\n</think>\n\n\n<response>\nok\n</response>\n\n\n<tool_call>\n{"name": "f", "arguments": {"city": "北京"}}\n</tool_call>',
    city,
    { city: "北京" },
  ],
  [
    "tool_calls",
    'I call it. <tool_calls>[{"name": "f", "arguments": {"city": "Oslo"}}]</tool_calls>\nThank you!',
    city,
    { city: "Oslo" },
  ],
  [
    "hermes",
    'I check.<tool_call>[{"name": "f", "arguments": {"city": "Dallas"}}]</tool_call>',
    city,
    { city: "Dallas" },
  ],
  [
    "call_object",
    'I\'ll help you with that.\n```json\n[{"name": "f", "arguments": {"city": "Dallas"}}]\n```',
    city,
    { city: "Dallas" },
  ],
  [
    "call_object",
    'Thought: the weather.<|tool_call_start|>[{"name": "f", "arguments": {"city": "Beijing"}}]<|tool_call_end|>',
    city,
    { city: "Beijing" },
  ],
  [
    "gigachat",
    '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "f", "arguments": {"city": "Oslo"}}</s>',
    city,
    { city: "Oslo" },
  ],
  [
    "minicpm5",
    'Intro before.\n<function name="f"><param name="city"><![CDATA[北\n京]]></param><param name="date">2024-06-27</param></function>\nOutro after.\n',
    city,
    { city: "北\n京", date: "2024-06-27" },
  ],
  ["minicpm5", '<functionname="f"><paramname="city">上海</param></function>\n', city, { city: "上海" }],
  ["minicpm5", '<function name="noop"></function>\n', any("note"), {}],
  [
    "pythonic",
    '<|thought_start|>\nI need the city: Oslo.\n<|thought_end|>\n<|tool_call_start|>\n```python\nf(city="Oslo")\n```\n<|tool_call_end|>',
    city,
    { city: "Oslo" },
  ],
  ["pythonic", '<function_calls>\nf(city="Oslo")\n</function_calls>', city, { city: "Oslo" }],
  [
    "solar",
    "<|think:start|>I use a tool, city: Rome<|think:end|>Sure.<|tool_call:start|>f\n<|tool_arg:start|>city<|tool_arg:value|>Seoul<|tool_arg:end|>\n<|tool_call:end|>",
    city,
    { city: "Seoul" },
  ],
  [
    "glm",
    "<ifm|tool_calls>\n<ifm|tool_call>f\n<ifm|arg_key>city</ifm|arg_key>\n<ifm|arg_type>string</ifm|arg_type>\n<ifm|arg_value>Oslo</ifm|arg_value>\n</ifm|tool_call>\n</ifm|tool_calls>",
    city,
    { city: "Oslo" },
  ],
  [
    "glm",
    "<tool_calls>\n<tool_call>f<tool_sep>\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n</tool_call>\n</tool_calls>",
    city,
    { city: "Oslo" },
  ],
  [
    "glm",
    "<iquestcoder_tool_call>f<arg_key>city</arg_key><arg_value>Dallas</arg_value></iquestcoder_tool_call>",
    city,
    { city: "Dallas" },
  ],
  [
    "minimax_m3",
    minimaxM3(
      "where",
      [
        minimaxM3Tag("city", "Oslo"),
        minimaxM3Tag("where", minimaxM3Tag("day", "3")),
        minimaxM3Tag("tags", `\n${minimaxM3Tag("item", "a")}\n${minimaxM3Tag("item", minimaxM3Tag("x", "true"))}`),
      ].join("\n"),
    ),
    {
      type: "object",
      properties: {
        where: {
          type: "object",
          properties: {
            where: { type: "object", properties: { day: { type: "integer" } } },
            tags: { type: "array", items: { anyOf: [{ type: "string" }, { type: "object" }] } },
          },
        },
      },
    },
    { where: { city: "Oslo", where: { day: 3 }, tags: ["a", { x: "true" }] } },
  ],
  [
    "minimax",
    'ok<dots_function_call><invoke name="f"><parameter name="city">Oslo</parameter></invoke></dots_function_call>',
    city,
    { city: "Oslo" },
  ],
  [
    "minimax",
    '<|start|>assistant to=self<|message|>I read the file, path: b.<|eom|>\n<|start|>assistant to=f<|message|>\n<atem:function_calls>\n<atem:invoke name="f">\n<atem:parameter name="city">Oslo</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eom|>',
    city,
    { city: "Oslo" },
  ],
  ...["    if x:", "return 1\n", "    if x:\n        return 1\n", "hello "].map(
    (value) =>
      [
        "minimax",
        `<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜>edit_file\n<steptml:invoke name="edit_file"><steptml:parameter name="old_string">${value}</steptml:parameter><steptml:parameter name="indent"> 4 </steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>`,
        edit,
        { old_string: value, indent: 4 },
      ] as const,
  ),
  [
    "glm",
    '<tool_call>f\n<arg_key>data</arg_key>\n<arg_value>[{"name":"a","value":1}]</arg_value>\n<arg_key>width</arg_key>\n<arg_value>2</arg_value>\n</tool_call>',
    { type: "object", properties: { data: { type: "array" }, width: { type: "integer" } } },
    { data: [{ name: "a", value: 1 }], width: 2 },
  ],
  [
    "qwen3_coder",
    "<function=edit_file>\n<parameter=old_string>\nreturn 1\n\n</parameter>\n</function>",
    edit,
    { old_string: "return 1\n" },
  ],
  [
    "cline",
    "I'll look it up.\n\n<search>\n<city>a < b && c</city>\n<date>x</date>\n</search>\n\nThen I go on.",
    city,
    { city: "a < b && c", date: "x" },
  ],
  ["pythonic", 'f(city="<p>\n<q>\n<date>b</date>\n</q>")', city, { city: "<p>\n<q>\n<date>b</date>\n</q>" }],
  ["hermes", '<tool_call>\n{"name": "f", "arguments": {"city": "Oslo"}\n</tool_call>', city, { city: "Oslo" }],
  [
    "function_gemma",
    "<start_function_call>call:f{city:<escape>Oslo<escape>}<end_function_call><start_function_response>",
    city,
    { city: "Oslo" },
  ],
];

const refused: readonly (readonly [why: string, text: string, schema: JsonSchema])[] = [
  ["arguments that are a text", 'functools[{"name": "func", "arguments": "not a dict"}]', city],
  ["no arguments", 'functools[{"name": "func"}]', city],
  ["an empty list", "functools[] This is just text", city],
  ["no list", "functools[ This is just text ]", city],
  ["two calls", '<|tools_prefix|>[{"f": {"city": "London"}}, {"g": {"city": "Paris"}}]<|tools_suffix|>', city],
  ["a parameter without a name", '<function name="f"><param>北京</param><param name="date">x</param></function>', city],
  [
    "two calls",
    '<function name="f"><param name="city">北京</param></function>\nTXT\n<function name="g"><param name="date">x</param></function>',
    city,
  ],
  [
    "two calls",
    "<function_calls><invoke><tool_name>f</tool_name><parameters><city>A</city></parameters></invoke><invoke><tool_name>g</tool_name><parameters><date>B</date></parameters></invoke></function_calls>",
    city,
  ],
  [
    "text beside the tags of a value",
    minimaxM3("where", `Oslo${minimaxM3Tag("a", "1")}`),
    { type: "object", properties: { where: {} } },
  ],
  [
    "two values of a key",
    minimaxM3("where", `${minimaxM3Tag("a", "1")}${minimaxM3Tag("a", "2")}`),
    { type: "object", properties: { where: {} } },
  ],
  ["a value that is cut off", minimaxM3("where", minimaxM3Tag("a", "1")).slice(0, -80), { type: "object" }],
  [
    "tags within a value",
    ']<]minimax[>[<tool_call>]<]minimax[>[<invoke name="f">]<]minimax[>[<city>]<]minimax[>[<a>1]<]minimax[>[</a>]<]minimax[>[</city>]<]minimax[>[</invoke>]<]minimax[>[</tool_call>',
    city,
  ],
  ["code in place of arguments", "Thought: I call it.\n<code>\nx = f(city='Oslo')\nprint(x)\n</code>", city],
];

describe("a text of a vendor's documents", () => {
  it.each(read)("is read: %s, %s", (format, text, schema, args) => {
    expect(parser.decode(text, schema)).toMatchObject({ ok: true, args, format });
  });

  it("is refused with more than 100 tags within each other", () => {
    const nested = Array.from("a".repeat(9999)).reduce((value) => minimaxM3Tag("a", value));
    expect(parser.decode(minimaxM3("where", nested), { type: "object" }).ok).toBe(false);
  });

  it.each(refused)("is refused with %s: %s", (_, text, schema) => {
    const decoded = parser.decode(text, schema);
    expect(decoded.ok ? decoded.args : undefined).toBe(undefined);
  });
});

describe("feedback about a text in a raw format", () => {
  const days = { type: "object", properties: { city: { type: "string" }, days: { enum: ["few"] } } } as const;

  it.each(rawFormats.map((format): [string, RawFormat] => [format.name, format]))(
    "has no control token of %s",
    (_, { example, tokens = [] }) => {
      const decoded = parser.decode(example, days);
      const message = decoded.ok ? "" : feedback(example, decoded.issues);
      const quoted = withoutControlTokens(`${message}\n${example}`);
      expect(message).not.toBe("");
      for (const text of [message, quoted]) {
        expect(text).not.toMatch(/<\/?[|｜]|<tool_call>|<function[=>]|✿[A-Z]+✿/);
        expect(tokens.filter((token) => text.includes(token))).toEqual([]);
      }
    },
  );
});
