import { ArgumentError, JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const schema: JsonSchema = {
  type: "object",
  properties: { command: { type: "string" }, timeout: { type: "number" } },
  required: ["command"],
  additionalProperties: false,
};
const parser = new JsonParser();

describe("JsonParser", () => {
  it("reads JSON text and objects alike", () => {
    const args = { command: "ls", timeout: 5 };
    expect(parser.decode(JSON.stringify(args), schema)).toEqual({ ok: true, args, repairs: [] });
    expect(parser.decode(args, schema)).toEqual({ ok: true, args, repairs: [] });
  });

  it("removes a Markdown fence and reports it", () => {
    for (const text of [
      '```json\n{"command": "ls"}\n```',
      '\n```\n{"command": "ls"}```  ',
      '```JSON\r\n{"command": "ls"}\r\n```',
    ]) {
      const decoded = parser.decode(text, schema);
      expect(decoded).toMatchObject({ ok: true, args: { command: "ls" } });
      const json = text.slice(text.indexOf("{"), text.indexOf("}") + 1);
      expect(decoded.repairs).toMatchObject([{ kind: "fence", path: "", offset: text.indexOf("`"), before: text }]);
      expect(String(decoded.repairs[0]?.after).trim()).toBe(json);
    }
  });

  it.each([undefined, "", " \n"])("takes no arguments at all (%j) for {}", (raw) => {
    const decoded = parser.decode(raw, { type: "object" });
    expect(decoded).toMatchObject({ ok: true, args: {}, repairs: [{ kind: "empty" }] });
  });

  it.each([
    ['{"command": 1.10}', "1.10"],
    ['{"command": 1.0 , "timeout": 1.50}', "1.0"],
    ['{"command": 1e3}', "1e3"],
    ["{command: 1.10,}", "1.10"],
    ["run(command=1.50)", "1.50"],
    ["{command: 007}", "007"],
    ['{"command": 15}', "15"],
  ])("makes the number of %j the text that the model wrote", (text, command) => {
    const decoded = parser.decode(text, schema);
    expect(decoded).toMatchObject({ ok: true, args: { command } });
    if (!text.includes("007")) {
      expect(decoded.repairs).toContainEqual(
        expect.objectContaining({
          kind: "number_to_string",
          path: "/command",
          before: Number(command),
          after: command,
        }),
      );
    }
  });

  it("converts numbers within lists and objects to the model's own spelling", () => {
    const versions: JsonSchema = {
      properties: { v: { type: "array", items: { type: "object", properties: { id: { type: "string" } } } } },
    };
    const decoded = parser.decode('{"v": [{"id": 1.10, "n": 2.50}, {"id": 2.0}]}', versions);
    expect(decoded).toMatchObject({ ok: true, args: { v: [{ id: "1.10", n: 2.5 }, { id: "2.0" }] } });
    expect(decoded.repairs).toHaveLength(2);
  });

  it.each([
    ["tags of which one has no end", "<parameter=command>ls<parameter=timeout>5</parameter>"],
    ["two calls with arguments of the tool", 'run(command="ls"); run(command="rm")'],
    ["a thought that never ends", '<think>maybe {"command": "rm"}'],
    ["a fence with nothing in it", "```json\n"],
  ])("takes %s for no bare string", (_, text) => {
    expect(parser.decode(text, schema).ok).toBe(false);
  });

  it("reports all problems at once", () => {
    const decoded = parser.decode('{"timeout": "soon", "cwd": "/"}', schema);
    expect(decoded.ok).toBe(false);
    expect(!decoded.ok && decoded.issues.map(({ code, path }) => ({ code, path }))).toEqual(
      expect.arrayContaining([
        { code: "required", path: "/command" },
        { code: "additionalProperties", path: "/cwd" },
        { code: "type", path: "/timeout" },
      ]),
    );
  });

  it.each([
    ['{"command": "ls"', { line: 1, column: 17 }],
    ['{"command":\n "ls" "-l"}', { line: 2, column: 7 }],
    ['{"command": ls}', { line: 1, column: 13 }],
  ])("says where %j stops being JSON when nothing is mended", (text, place) => {
    const decoded = new JsonParser({ repair: false }).decode(text, schema);
    expect(decoded).toMatchObject({ ok: false, issues: [{ code: "json", range: { start: place } }] });
  });

  it.each([
    ['{"command":\n "ls" "-l"}', { line: 2, column: 7 }],
    ['```json\n{"command": f"ls"}\n```', { line: 2, column: 13 }],
    ['{"command": "ls": 1}', { line: 1, column: 13 }],
  ])("says where %j can not be mended", (text, place) => {
    const decoded = parser.decode(text, schema);
    expect(decoded).toMatchObject({ ok: false, issues: [{ code: "json", range: { start: place } }] });
  });

  it.each([
    ["[1]", "a list"],
    ['"ls"', "a string"],
    ["null", "null"],
    ["5", "a number"],
  ])("requires an object, not %s", (text, got) => {
    const decoded = parser.decode(text, {});
    expect(!decoded.ok && decoded.issues[0]?.message).toBe(
      `the arguments must be one JSON object with a member for each parameter (got ${got})`,
    );
  });

  it("refuses values that JSON can't represent", () => {
    const decoded = parser.decode({ when: new Date(0), n: 1n, f: () => 1 }, {});
    expect(!decoded.ok && decoded.issues.map(({ message }) => message)).toEqual([
      "/f: JSON can't represent a function",
      "/n: JSON can't represent a bigint",
      "/when: JSON can't represent a Date",
    ]);
    const deep = `{"a": ${"[".repeat(5000)}${"]".repeat(5000)}}`;
    expect(parser.decode(deep, {})).toMatchObject({ ok: false, issues: [{ code: "too_deep" }] });
  });

  it("treats __proto__ and constructor as data", () => {
    const decoded = parser.decode('{"__proto__": {"polluted": true}, "constructor": 1}', { type: "object" });
    expect(decoded.ok && Object.keys(decoded.args)).toEqual(["__proto__", "constructor"]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(parser.decode('{"__proto__": {"command": "ls"}}', schema).ok).toBe(false);
  });

  it("never throws, and reads every JSON value", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.jsonValue()), (raw) => {
        parser.decode(raw, schema);
      }),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        expect(parser.decode(JSON.stringify(args), { type: "object" })).toEqual({
          ok: true,
          args: JSON.parse(JSON.stringify(args)),
          repairs: [],
        });
      }),
    );
  });
});

describe("a bare string", () => {
  const search: JsonSchema = {
    type: "object",
    properties: { query: { type: "string" }, limit: { type: "integer" } },
    required: ["query"],
    additionalProperties: false,
  };

  it.each([
    ["weather in Oslo", "weather in Oslo"],
    ['"weather in Oslo"', "weather in Oslo"],
    ['"the weather in Oslo tomorrow"', "the weather in Oslo tomorrow"],
    ["notes/a.txt", "notes/a.txt"],
    ["https://example.com/?a=1", "https://example.com/?a=1"],
    ["'quoted' text", "'quoted' text"],
    ["weather<|im_end|>", "weather"],
    ["</think>weather", "weather"],
    ["```\nweather\n```", "weather"],
    ["Action: search\nAction Input: weather", "weather"],
  ])("%j goes to the only parameter that is a string", (text, query) => {
    const decoded = parser.decode(text, search);
    expect(decoded).toMatchObject({ ok: true, args: { query }, repairs: [{ kind: "bare_string", before: text }] });
  });

  it.each([
    "None",
    "--query weather",
    "- query: weather",
    "query: weather",
    "<search><q>weather</q></search>",
    "<b>weather</b>",
    "<tool_call>search\n</tool_call>",
    "<|tool_call_begin|>functions.search:0<|tool_call_end|>",
    "｛weather｝",
    "Sorry, I can't do that.",
    "I can't do that",
    "Let me search for the weather",
    "Which city do you mean?",
    "I looked it up. It rains",
    "first line\nsecond line",
    "Je ne peux pas lire ce fichier",
    "Please specify the city",
    "Here you go",
    "すみません、できません",
    "Query is weather",
    "@search weather",
    "none needed",
    "''",
    "%7B%22query%22%3A%22weather%22%7D",
  ])("%j may be something else and is refused", (text) => {
    expect(parser.decode(text, search).ok).toBe(false);
  });

  it.each(["command", "cmd", "code", "pythonCode", "bash_script", "sql", "python"])(
    "never becomes code: %s",
    (name) => {
      const runs: JsonSchema = { type: "object", properties: { [name]: { type: "string" } } };
      expect(parser.decode("ls -la", runs).ok).toBe(false);
      expect(parser.decode('"ls -la"', runs).ok).toBe(false);
    },
  );

  it.each([
    ["of a media type", { contentMediaType: "application/sql" }],
    ["by its description", { description: "The SQL query to run" }],
    ["that is executed", { description: "What to execute" }],
  ])("never becomes code %s", (_, annotations) => {
    const query = { type: "string", ...annotations } as const;
    expect(parser.decode("drop table users", { type: "object", properties: { query } }).ok).toBe(false);
  });

  it("is refused if two parameters are strings or the text is an invalid object", () => {
    const two = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } } as const;
    expect(parser.decode("ls -la", two)).toMatchObject({ ok: false, issues: [{ code: "json" }] });
    expect(parser.decode('{"command": f"ls"}', schema)).toMatchObject({ ok: false, issues: [{ code: "json" }] });
  });

  it.each([
    "query",
    'args["query"] = "x"',
    'args.query = "x"',
    'args.filters["name"] += "x"',
    'query <- "x"',
    'Search{Query: "x"}',
    'os.environ["QUERY"]',
  ])("is not code: %s", (text) => {
    expect(parser.decode(text, search).ok).toBe(false);
  });

  it.each(["[search(text='weather')]", "search(text='weather')"])("%j is a call whose names are wrong", (text) => {
    expect(parser.decode(text, search)).toMatchObject({
      ok: false,
      issues: [
        { code: "required", path: "/query" },
        { code: "additionalProperties", path: "/text" },
      ],
    });
  });

  it.each(["example.com/?q=1", "notes.md", "cats & dogs"])("is a text with signs: %s", (text) => {
    expect(parser.decode(text, search)).toMatchObject({ ok: true, args: { query: text } });
  });
});

describe("the options strict, repair and coerce", () => {
  const open: JsonSchema = { type: "object", properties: { n: { type: "number", default: 1 }, s: { type: "string" } } };

  it("strict adds nothing to the arguments", () => {
    const strict = new JsonParser({ strict: true });
    expect(strict.decode("{}", open)).toEqual({ ok: true, args: {}, repairs: [] });
    expect(strict.decode('{"n": "2",}', open)).toMatchObject({ ok: true, args: { n: 2 } });
    expect(strict.decode("", open).ok).toBe(false);
    expect(strict.decode(undefined, open).ok).toBe(false);
    expect(strict.decode("hello", open).ok).toBe(false);
    expect(strict.decode('{"n": 2, "x": 1, "y": 2}', open)).toMatchObject({
      ok: false,
      issues: [
        { code: "additionalProperties", path: "/x" },
        { code: "additionalProperties", path: "/y" },
      ],
    });
    expect(strict.decode('{"x": 1}', { type: "object", additionalProperties: { type: "number" } }).ok).toBe(true);
    expect(new JsonParser().decode('{"x": 1}', open)).toMatchObject({ ok: true, args: { n: 1, x: 1 } });
  });

  it("repair: false reads only valid JSON, coerce: false converts nothing", () => {
    expect(new JsonParser({ repair: false }).decode('{"n": "2"}', open)).toMatchObject({ ok: true, args: { n: 2 } });
    expect(new JsonParser({ repair: false }).decode('{"n": 2,}', open).ok).toBe(false);
    expect(new JsonParser({ coerce: false }).decode('{"n": "2"}', open).ok).toBe(false);
    expect(new JsonParser({ coerce: false }).decode('{"n": 2,}', open)).toMatchObject({ ok: true, args: { n: 2 } });
  });

  it("repairs JSON within a string for an object parameter", () => {
    const nested: JsonSchema = { type: "object", properties: { o: { type: "object" } } };
    expect(parser.decode({ o: "{'a': None}" }, nested)).toMatchObject({ ok: true, args: { o: { a: null } } });
    expect(new JsonParser({ repair: false }).decode({ o: "{'a': None}" }, nested).ok).toBe(false);
  });
});

describe("decodeOrThrow", () => {
  it("returns the arguments or throws one error with every issue", () => {
    expect(parser.decodeOrThrow('{"command": "ls"}', schema)).toEqual({ command: "ls" });
    try {
      parser.decodeOrThrow('{"timeout": "soon"}', schema);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ArgumentError);
      expect(error).toMatchObject({ code: "invalid_arguments", issues: [{}, {}] });
    }
  });
});
