import { JsonParser, readPartialJson } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import type { JsonSchema } from "@helve/core";
import { type MutationKind, mutationKinds, mutations } from "@helve/testing/mutations";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const shell: JsonSchema = {
  type: "object",
  properties: {
    command: { type: "string" },
    dryRun: { type: "boolean" },
    n: { type: "number" },
    args: { type: "array", items: { type: "string" } },
    body: { type: "string" },
    options: { type: "object", properties: { depth: { type: "integer" } }, additionalProperties: false },
  },
  additionalProperties: false,
};
const parser = new JsonParser();

describe("a damaged text with one reading by its schema", () => {
  it.each([
    ['{"args": ["-rf" "/tmp/a" "/tmp/b"]}', { args: ["-rf", "/tmp/a", "/tmp/b"] }],
    ['{"args": ["-rf""/tmp/a""/tmp/b"]}', { args: ["-rf", "/tmp/a", "/tmp/b"] }],
    [`{"command": git commit -m 'fix: a, b', "dryRun": true}`, { command: "git commit -m 'fix: a, b'", dryRun: true }],
    ['{"command": git commit -m "fix: a, b", "n": 1}', { command: 'git commit -m "fix: a, b"', n: 1 }],
    ['{"command":"ls""n":1}', { command: "ls", n: 1 }],
    ['{"command":"a, b,"n":1}', { command: "a, b", n: 1 }],
    ['{"command":a, b","n":1}', { command: "a, b", n: 1 }],
    ['{"command:"ls","n":1}', { command: "ls", n: 1 }],
    ['{command":"ls","n":1}', { command: "ls", n: 1 }],
    ['{"args":"a","b"],"n":1}', { args: ["a", "b"], n: 1 }],
    ['{"args":["a","b","n":1}', { args: ["a", "b"], n: 1 }],
    ['{"options":"depth":2},"n":1}', { options: { depth: 2 }, n: 1 }],
    ['{"options":{"depth":2,"n":1}', { options: { depth: 2 }, n: 1 }],
    ['{{"options": {{"depth": 2}}}}', { options: { depth: 2 } }],
  ])("%s", (text, args) => {
    expect(parser.decode(text, shell)).toMatchObject({ ok: true, args });
  });
});

describe("a damaged text with more than one reading", () => {
  it.each([
    ['{"body":"hi", ["x"]}', "a list without a name"],
    ['{"command": "rm -rf /home/ann}', "a quote is missing, or the text was cut off"],
    ['{"args": [a, b]}', "one item or two"],
    ['{"command": C:\\new, "n": 1}', "an escape sequence or a backslash"],
    ["{'args': ['it's']}", "a string in single quotes, or one without quotes that includes them"],
    ["{'command': 'find . -name '*.png' -exec echo '{}' ';''}", "which single quotes enclose the string"],
    ["{“command”: “say “hi” now”}", "which quotes were typographic before"],
    ['{{"command": "echo {{x}}"}}', "whether the braces in the string were doubled"],
    ['{} {"command": "ls"}', "a call without arguments, or with some"],
  ])("%s is refused: %s", (text) => {
    const decoded = parser.decode(text, shell);
    expect(decoded).toMatchObject({ ok: false });
    expect(!decoded.ok && decoded.issues[0]?.message).toMatch(/at line \d+, column \d+$/);
  });

  it("says what to send", () => {
    const decoded = parser.decode('{"args": [a, b]}', shell);
    expect(!decoded.ok && decoded.issues[0]?.message).toMatch(
      /can be read in more than one way: write valid JSON, every string in double quotes/,
    );
  });
});

describe("a missing value", () => {
  it.each([
    '{"command": }',
    '{"command": "ls", "body":}',
    '{"body": , "command": "ls"}',
    "{command: 'ls', body: }",
    '{"command": "ls", "n": }',
    "run(command='ls', body=)",
    '{"command": "ls", "body": // later\n}',
    '{"args": ["a", , "b"]}',
    '{"args": ["a", ,]}',
  ])("is not invented: %s", (text) => {
    expect(parser.decode(text, shell).ok).toBe(false);
  });

  it("is no null where the schema admits it", () => {
    const schema: JsonSchema = { type: "object", properties: { a: { type: ["string", "null"] } } };
    expect(parser.decode('{"a": }', schema)).toMatchObject({
      ok: false,
      issues: [{ message: expect.stringMatching(/expected a value/) }],
    });
  });
});

describe("a value without quotes that stands for another one", () => {
  it.each([
    'open("b").read()',
    "open(b)",
    'files["a"]',
    'prefix + "b"',
    "[1, 2].join()",
    "await fetch(url)",
    "new Date()",
    "${HOME}",
    "$(cat b)",
    "{{body}}",
    "<the text>",
    "…",
    "os.environ",
    "a.b.c",
    "user?.name",
    "node->text",
    "Text::new",
    "$HOME",
    "*rest",
    "!done",
    "-n",
    "not done",
    "MAX_SIZE",
    "a || b",
    'a ?? "b"',
    "a - b",
    "5 + 5",
    "a if b else c",
    "a == b ? c : d",
    "() => 1",
    "lambda: 1",
    "[x for x in y]",
    "('a', 'b')",
    "/a+b/i",
    "`a ${b}`",
    "body",
    "string",
    "self",
  ])("is not the text of it: %s", (value) => {
    expect(parser.decode(`{"command": "ls", "body": ${value}}`, shell).ok).toBe(false);
    expect(parser.decode(`{command: ls, body: ${value}}`, shell).ok).toBe(false);
  });

  it.each([
    "git log (all)",
    "<b>bold</b>",
    "echo $(date)",
    "[a](b)",
    "plain",
    "rock & roll band",
    "AT&T",
    "C++",
    "2024-01-02",
    "v1.2.3",
  ])("is a text if it can be nothing else: %s", (value) => {
    expect(parser.decode(`{"command": "ls", "body": ${value}}`, shell)).toMatchObject({
      ok: true,
      args: { body: value },
    });
  });
});

describe("a name of code without quotes", () => {
  it("is a text if the schema lists it", () => {
    const schema: JsonSchema = { type: "object", properties: { state: { enum: ["in_progress", "done"] } } };
    expect(parser.decode("{state: in_progress}", schema)).toMatchObject({ ok: true, args: { state: "in_progress" } });
    expect(parser.decode("{state: other_name}", schema).ok).toBe(false);
  });
});

describe("a text that ended before its value", () => {
  it.each([
    '{"command": "rm -rf /home/ann',
    '{"command": "rm -rf build", "dry',
    '{"command": "rm -rf build", "dryRun"',
    '{"command": "rm -rf build", "dryRun":',
    '{"command": "rm -rf build", "dryRun": tr',
    '{"command": "rm -rf build", "dryRun": true',
    '{"command": "rm -rf build"',
    '{"command": "rm -rf build"\n```',
    '{"command": "rm -rf build"<|im_end|>',
    '{"command": rm -rf /ho',
    '{"n": 12',
    '{"n": 1e',
    '{"args": ["a", "b"',
    '{"command": "ls" /* to be cont',
    "run(command='ls', n=1",
    '"{\\"command\\": \\"rm -rf',
    "<parameter=command>rm -rf /ho",
    "<function=run><parameter=command>rm</parameter>",
    "<parameter=command>rm</parameter><parame",
    "<arg_key>command</arg_key><arg_value>rm</arg_value><arg_key>dry",
  ])("%s has a repair of kind truncated", (text) => {
    expect(parser.decode(text, shell).repairs.map(({ kind }) => kind)).toContain("truncated");
  });
});

describe("a tool without parameters", () => {
  const none: JsonSchema = { type: "object", properties: {} };

  it.each([null, "null", '"null"', "None", [], "[]", "", undefined, "{}"])("takes %j for no arguments", (raw) => {
    for (const decoder of [new JsonParser(), new TupleParser()])
      expect(decoder.decode(raw, none)).toMatchObject({ ok: true, args: {} });
  });

  it.each([null, "null", [], "[]"])("takes %j for no arguments of another tool", (raw) => {
    expect(parser.decode(raw, shell).ok).toBe(false);
    expect(new JsonParser({ strict: true }).decode(raw, none).ok).toBe(false);
  });
});

it("readPartialJson takes a missing text for nothing received", () => {
  for (const text of [undefined, null])
    expect(readPartialJson(text)).toMatchObject({ value: {}, complete: false, openPaths: [""] });
});

describe("mutations of valid calls", () => {
  it.each(mutationKinds)("%s: are read right, refused or marked as truncated", (kind: MutationKind) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const { text, tool, meant, isInvisible } = mutations(kind, seed).next().value;
        const decoded = parser.decode(text, tool.schema);
        if (isInvisible || isJson(text) || !decoded.ok) return;
        if (decoded.repairs.some((repair) => repair.kind === "truncated")) return;
        expect(kind).not.toBe("cut off");
        expect(decoded.args).toEqual(meant);
      }),
      { numRuns: runs(25, 1000), seed: 1 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("a long damaged text", () => {
  it("is read or refused in linear time", () => {
    const rows: JsonSchema = {
      type: "object",
      properties: { a: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
    };
    const tags = JSON.stringify({ tags: Array.from({ length: 20_000 }, (_, id) => `tag, ${id}`) });
    expect(parser.decode(tags.replaceAll('","', '""'), rows)).toMatchObject({ ok: true });
    expect(parser.decode(tags.replace('"tag, 10000', "tag, 10000"), rows)).toMatchObject({ ok: true });
    const pieces = [",", "x, ", "x} ", '"', '"x, ', 'b": "c, ', "x,\n   ", '\\"', '\\"x "', "[", '[{"a": '];
    for (const start of ['{"a": ', '{"tags": [', '{"a": "']) {
      for (const piece of pieces) parser.decode(start + piece.repeat(20_000 / piece.length), rows);
    }
  });
});
