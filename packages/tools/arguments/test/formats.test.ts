import { JsonParser, type RawFormat, rawFormats } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { packageDocs } from "@helve/testing/package-docs";
import { describe, expect, it } from "vitest";

const parser = new JsonParser();
const weather = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city", "days"],
  additionalProperties: false,
} as const;
const byName = rawFormats.map((format): [string, RawFormat] => [format.name, format]);

describe("the raw formats of models", () => {
  it.each(byName)("%s is read and named", (name, { example }) => {
    expect(parser.decode(example, weather)).toMatchObject({ ok: true, args: { city: "Oslo", days: 3 }, format: name });
  });

  it.each(byName)("%s is refused or marked as cut off if its end is missing", (_, { example }) => {
    const value = example.indexOf("Oslo");
    for (let end = value; end < example.indexOf("3", value); end++) {
      const decoded = parser.decode(example.slice(0, end), weather);
      const isMarked = decoded.repairs.some(({ kind }) => kind.startsWith("truncated"));
      expect(decoded.ok && !isMarked ? decoded.args : undefined, example.slice(0, end)).toBe(undefined);
    }
  });

  it.each(byName)("of two calls in %s, none becomes the arguments of the other", (_, { example }) => {
    const other = example.replace("Oslo", "Rome");
    const decoded = parser.decode(`${example}\n${other}`, weather);
    expect(decoded.ok ? decoded.args : undefined).toBe(undefined);
  });

  it.each(byName)("%s is documented", (name, { models, source }) => {
    const docs = packageDocs(new URL("..", import.meta.url)).replace(/ +/g, " ");
    expect(docs).toContain(`| [\`${name}\`](${source}) | ${models} |`);
  });
});

describe("a call without arguments", () => {
  const none = { type: "object", properties: {} } as const;

  it.each([
    ["glm", "<tool_call>list_tables\n</tool_call>"],
    ["qwen3_coder", "I list them.\n<tool_call>\n<function=list_tables>\n</function>\n</tool_call>"],
    ["minimax", '<minimax:tool_call><invoke name="list_tables">\n</invoke></minimax:tool_call>'],
    ["deepseek_dsml", '<｜DSML｜invoke name="list_tables">\n</｜DSML｜invoke>'],
    ["pythonic", "[list_tables()]"],
    ["react", "Action: list_tables\nAction Input: {}"],
    ["hermes", '<tool_call>{"name": "list_tables", "arguments": {}}</tool_call>'],
    ["call_object", '{"name": "list_tables", "arguments": {}}'],
  ])("is read in %s", (format, text) => {
    expect(parser.decode(text, none)).toMatchObject({ ok: true, args: {}, format });
  });

  it("lacks a required argument", () => {
    const decoded = parser.decode("<function=weather>\n</function>", weather);
    expect(decoded).toMatchObject({ ok: false, issues: [{ code: "required" }, { code: "required" }] });
  });

  it("lacks the only required argument, which is a text", () => {
    const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
    expect(parser.decode("[weather()]", schema)).toMatchObject({ ok: false, issues: [{ code: "required" }] });
  });

  it("is not read with text between its tags, or twice", () => {
    expect(parser.decode("<function=f>Oslo</function>", none).ok).toBe(false);
    expect(parser.decode("<function=f></function><function=f></function>", none).ok).toBe(false);
  });
});

describe("a value in a notation without types", () => {
  const either = {
    type: "object",
    properties: {
      note: { type: ["string", "null"] },
      ids: { anyOf: [{ type: "string" }, { type: "array" }] },
      id: { type: "string" },
    },
  } as const;

  it("is JSON where the schema admits a string and such a value", () => {
    const text = "<parameter=note>null</parameter><parameter=ids>[1, 2]</parameter><parameter=id>5</parameter>";
    expect(parser.decode(text, either)).toMatchObject({ ok: true, args: { note: null, ids: [1, 2], id: "5" } });
  });

  it("is text where its tag says so", () => {
    const text =
      '<｜DSML｜invoke name="f"><｜DSML｜parameter name="note" string="true">null</｜DSML｜parameter></｜DSML｜invoke>';
    expect(parser.decode(text, either)).toMatchObject({ ok: true, args: { note: "null" } });
  });
});

describe("tokens that stand for quotes", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" }, days: { type: "integer" } },
    required: ["path"],
  };
  const parser = new JsonParser();

  it.each([
    `{'path': 'a', 'content': 'See <escape>,days:9,content:<escape> here'}`,
    `weather(path='a', content='See <escape>,days:9,content:<escape> here')`,
    `{"path": "a", "content": "See <escape>,days:9,content:<escape> here",}`,
  ])("are a part of another string: %s", (text) => {
    expect(parser.decode(text, schema)).toMatchObject({
      ok: true,
      args: { path: "a", content: "See <escape>,days:9,content:<escape> here" },
    });
  });

  it.each([
    "<start_function_call>call:write{path:<escape>a.txt<escape>,content:<escape>x<end_function_call>",
    "<start_function_call>call:write{path:<escape>a<escape>,content:<escape>See <escape>,path:<escape>evil<escape> x<escape>}<end_function_call>",
  ])("are refused where the end of a string is unclear: %s", (text) => {
    expect(parser.decode(text, schema).ok).toBe(false);
  });
});
