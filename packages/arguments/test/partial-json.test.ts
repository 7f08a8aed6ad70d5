import { JsonParser, partialJson } from "@helve/arguments";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("partial", () => {
  it.each([
    ["", {}, [], [""]],
    ["Sure, ", {}, [], [""]],
    ["{", {}, [], [""]],
    ['{"pa', {}, [], ["", "/pa"]],
    ['{"path"', {}, [], ["", "/path"]],
    ['{"path":', {}, [], ["", "/path"]],
    ['{"path": "no', { path: "no" }, [], ["", "/path"]],
    ['{"path": "notes.md"', { path: "notes.md" }, ["/path"], [""]],
    ['{"path": "notes.md", "text": "# T\\', { path: "notes.md", text: "# T" }, ["/path"], ["", "/text"]],
    ['{"n": 12', { n: 12 }, [], ["", "/n"]],
    ['{"n": 12,', { n: 12 }, ["/n"], [""]],
    ['{"ok": tr', { ok: true }, [], ["", "/ok"]],
    [
      '{"a": {"x": 1}, "list": [1, {"b": "c"}, {"d": "e',
      { a: { x: 1 }, list: [1, { b: "c" }, { d: "e" }] },
      ["/list/0", "/list/1", "/a"],
      ["", "/list", "/list/2", "/list/2/d"],
    ],
    ['{"text": "}', { text: "}" }, [], ["", "/text"]],
    ["{'text': 'it', ", { text: "it" }, ["/text"], [""]],
    ['```json\n{"a": "b"}', { a: "b" }, [""], []],
  ])("%j", (text, args, completePaths, openPaths) => {
    const partial = JsonParser.partial(text);
    expect(partial).toMatchObject({ args, complete: openPaths.length === 0, openPaths });
    expect([...partial.completePaths].sort()).toEqual([...completePaths].sort());
  });

  it("bends what has arrived towards the schema, and only that", () => {
    const schema = { type: "object", properties: { n: { type: "number" }, m: { type: "number" } } } as const;
    expect(partialJson('{"n": "12", "m": "1', schema)).toMatchObject({ args: { n: 12, m: "1" } });
    expect(new JsonParser({ coerce: false }).partial('{"n": "12", "m": "1', schema)).toMatchObject({
      args: { n: "12" },
    });
  });

  it("has the type that is asked for, every part of it optional", () => {
    const { args } = JsonParser.partial<{ path: string; lines: { text: string }[] }>('{"path": "a", "lines": [{}');
    const path: string | undefined = args.path;
    const text: string | undefined = args.lines?.[0]?.text;
    expect([path, text]).toEqual(["a", undefined]);
  });

  it("never throws, and ends with the whole", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        const text = JSON.stringify(args);
        for (let end = 0; end < text.length; end++) expect(JsonParser.partial(text.slice(0, end)).complete).toBe(false);
        expect(JsonParser.partial(text)).toMatchObject({ complete: true, openPaths: [], completePaths: [""] });
        expect(JsonParser.partial(text).args).toEqual(JSON.parse(text));
      }),
      { numRuns: 50 },
    );
    fc.assert(fc.property(fc.string(), (text) => void JsonParser.partial(`{"a": ${text}`)));
  });

  it("never takes back what is complete", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        const text = JSON.stringify(args);
        const whole: unknown = JSON.parse(text);
        for (let end = 1; end < text.length; end++) {
          const partial = JsonParser.partial(text.slice(0, end));
          for (const path of partial.completePaths) expect(at(partial.args, path)).toEqual(at(whole, path));
        }
      }),
      { numRuns: 50 },
    );
  });
});

function at(value: unknown, pointer: string): unknown {
  const keys = pointer.split("/").slice(1);
  return keys.reduce<unknown>((part, key) => {
    const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
    return Object.entries(part ?? {}).find(([member]) => member === name)?.[1];
  }, value);
}
