import { JsonParser } from "@helve/arguments";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const fresh = () => new JsonParser();
/** A parser that mends before it tries `JSON.parse`. */
function primed(): JsonParser {
  const parser = new JsonParser();
  parser.decode("{a: 1}", {});
  return parser;
}

const args = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }));
/** JSON text with any white space between its tokens. */
const json = fc
  .tuple(args, fc.array(fc.constantFrom("", " ", "\n", "\t", "\r\n"), { minLength: 1, maxLength: 5 }))
  .map(([value, spaces]) => spaced(value, spaces));

/** True if a text ends in a string that ends with a brace, such as `{"a":"b}`: it was cut off, or lacks the closing quote. */
function mayLackQuote(cut: string): boolean {
  const quotes = cut.replace(/\\./gs, "").match(/"/g)?.length ?? 0;
  return quotes % 2 === 1 && /\}\s*$/.test(cut);
}

/** Without a colon in a key: `{"a:1}` is a key cut off, or one whose quote is missing. */
const named = json.filter((text) => !/"(?:[^"\\]|\\.)*:(?:[^"\\]|\\.)*"\s*:/.test(text));

function spaced(value: unknown, spaces: readonly string[]): string {
  let turn = 0;
  const space = () => spaces[turn++ % spaces.length] ?? "";
  const print = (part: unknown): string => {
    if (Array.isArray(part)) return `[${part.map((item) => space() + print(item) + space()).join(",") || space()}]`;
    if (typeof part !== "object" || part === null) return JSON.stringify(part);
    const members = Object.entries(part).map(
      ([key, member]) => `${space()}${JSON.stringify(key)}${space()}:${space()}${print(member)}${space()}`,
    );
    return `{${members.join(",") || space()}}`;
  };
  return print(value);
}

describe("JSON", () => {
  it("is read like JSON.parse, without repairs", () => {
    fc.assert(
      fc.property(json, (text) => {
        const value: unknown = JSON.parse(text);
        // Integers beyond 2^53 that were rounded when they were printed are exact in the text.
        for (const parser of [fresh(), primed()]) {
          expect(parser.decode(text, {})).toEqual({ ok: true, args: value, repairs: [] });
        }
      }),
    );
  });

  it("keeps strings that look like a notation, under every policy", () => {
    const notations = [
      "```[1]```",
      "```json\n{}\n```",
      "：｛",
      "\\n",
      '""',
      "<escape>",
      "{{}}",
      "<parameter=a>",
      "[TOOL_CALLS]",
    ];
    const text = fc.array(fc.constantFrom(...notations, "a", " "), { maxLength: 4 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.array(text))), (value) => {
        for (const parser of [fresh(), primed(), new JsonParser({ duplicateKeys: "refuse" })])
          expect(parser.decode(JSON.stringify(value), {})).toEqual({ ok: true, args: value, repairs: [] });
      }),
    );
  });

  it("is the only text that a strict parser reads", () => {
    const strict = new JsonParser({ strict: true, repair: false, coerce: false, bigIntegers: "round" });
    const open = { type: "object", additionalProperties: { description: "anything" } } as const;
    fc.assert(
      fc.property(fc.oneof(json, mutated()), (text) => {
        expect(strict.decode(text, open).ok).toBe(isObject(text));
      }),
    );
  });

  it("keeps its strings if something else is repaired", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (strings) => {
        const text = JSON.stringify(strings).replace(/}$/, ",}");
        const decoded = fresh().decode(text, {});
        expect(decoded.ok && decoded.args).toEqual(strings);
      }),
    );
  });
});

describe("a truncated text", () => {
  it("is read up to its end, wherever it is cut", () => {
    fc.assert(
      fc.property(named, (text) => {
        const whole: unknown = JSON.parse(text);
        for (let end = text.indexOf("{") + 1; end < text.length; end++) {
          const cut = text.slice(0, end);
          const decoded = fresh().decode(cut, {});
          if (!decoded.ok && mayLackQuote(cut)) continue;
          expect(decoded).toMatchObject({ ok: true });
          if (decoded.ok) expectStart(decoded.args, whole);
          if (text.slice(end).trim() !== "") expect(decoded.repairs.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: runs(10, 1000) },
    );
  });
});

describe("JsonParser, for any text", () => {
  it("returns arguments or issues, never throws, and is deterministic", () => {
    fc.assert(
      fc.property(fc.oneof(mutated(), fc.string(), scraps()), (text) => {
        const decoded = fresh().decode(text, {});
        expect(primed().decode(text, {})).toEqual(decoded);
        if (!decoded.ok) expect(decoded.issues.length).toBeGreaterThan(0);
        else JSON.stringify(decoded.args);
        if (decoded.ok && decoded.repairs.length === 0) expect(decoded.args).toEqual(JSON.parse(text));
        for (const { kind } of decoded.repairs) expect(kind).toMatch(/^[a-z_]+$/);
      }),
      { numRuns: runs(200) },
    );
  });

  it("reads a long text in linear time", () => {
    const pieces = [
      '{"a": "',
      '", "',
      '"',
      "'",
      '"}',
      '{"a":',
      '{"a" ',
      "{a:",
      "[",
      "(",
      "```\n",
      "<parameter=a>",
      "<arg_key>",
      "<|",
      "/*",
      "\\",
      '\\"',
      '"a: ',
      '{"a": "x" "y" ',
      '"a", "b: 1, ',
      "“",
      "{}",
      "{,",
      " ",
      "…",
      "1",
      "a(",
      "<!--",
      '{"a": "{"b": ',
    ];
    for (const piece of pieces) {
      for (const start of ["", '{"a": ', '{"a": "', "{'a': ['"]) {
        fresh().decode(start + piece.repeat(100_000 / piece.length), {});
      }
    }
  });
});

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) && isFinitely(value);
  } catch {
    return false;
  }
}

/** Whether all numbers in a value are finite: JSON.parse takes `1e400` for infinity. */
function isFinitely(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isFinitely);
}

/** JSON with a few characters taken away, put in or put in place of others. */
function mutated(): fc.Arbitrary<string> {
  const change = fc.tuple(
    fc.nat(),
    fc.nat(2),
    fc.constantFrom('"', "'", ",", ":", "{", "}", "[", "]", "\\", "\n", "a", " ", "<"),
  );
  return fc.tuple(json, fc.array(change, { minLength: 1, maxLength: 3 })).map(([text, changes]) =>
    changes.reduce((changed, [place, taken, put]) => {
      const at = place % (changed.length + 1);
      return changed.slice(0, at) + (taken === 2 ? "" : put) + changed.slice(at + (taken === 0 ? 0 : 1));
    }, text),
  );
}

/** Parts of broken arguments, in any order. */
function scraps(): fc.Arbitrary<string> {
  const scrap = fc.constantFrom(
    ..."{}[](),:\"'\\\n `<|>=+-.#/ae1".split(""),
    "```",
    "True",
    "<|x|>",
    "<parameter=a>",
    "//",
  );
  return fc.array(scrap, { maxLength: 30 }).map((parts) => parts.join(""));
}

/** Checks that a value is the start of another: a prefix of its texts, some of its members. */
function expectStart(start: unknown, whole: unknown): void {
  if (typeof start === "string") expect(String(whole).startsWith(start)).toBe(true);
  else if (typeof start === "number") expect(typeof whole).toBe("number");
  else if (Array.isArray(start)) {
    expect(Array.isArray(whole)).toBe(true);
    if (Array.isArray(whole)) for (const [index, item] of start.entries()) expectStart(item, whole[index]);
  } else if (typeof start === "object" && start !== null) {
    for (const [key, member] of Object.entries(start)) {
      expect(typeof whole === "object" && whole !== null && Object.hasOwn(whole, key)).toBe(true);
      expectStart(member, Object.entries(whole ?? {}).find(([name]) => name === key)?.[1]);
    }
  } else expect(start).toBe(whole);
}
