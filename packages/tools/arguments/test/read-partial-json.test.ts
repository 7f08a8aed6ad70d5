import { JsonParser, readPartialJson } from "@helve/arguments";
import { ownMember, pointerParts } from "@helve/core/internal";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("readPartialJson", () => {
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
    const partial = readPartialJson(text);
    expect(partial).toMatchObject({ value: args, complete: openPaths.length === 0, openPaths });
    expect([...partial.completePaths].sort()).toEqual([...completePaths].sort());
  });

  it("converts only complete arguments to the types of the schema", () => {
    const schema = { type: "object", properties: { n: { type: "number" }, m: { type: "number" } } } as const;
    expect(readPartialJson('{"n": "12", "m": "1', schema)).toMatchObject({ value: { n: 12, m: "1" } });
    expect(new JsonParser({ coerce: false }).decodePartial('{"n": "12", "m": "1', schema)).toMatchObject({
      value: { n: "12" },
    });
  });

  it("has the requested type with every part optional", () => {
    const { value } = readPartialJson<{ path: string; lines: { text: string }[] }>('{"path": "a", "lines": [{}');
    const path: string | undefined = value.path;
    const text: string | undefined = value.lines?.[0]?.text;
    expect([path, text]).toEqual(["a", undefined]);
  });

  it("never throws, and returns all arguments for the complete text", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        const text = JSON.stringify(args);
        for (let end = 0; end < text.length; end++) expect(readPartialJson(text.slice(0, end)).complete).toBe(false);
        expect(readPartialJson(text)).toMatchObject({ complete: true, openPaths: [], completePaths: [""] });
        expect(readPartialJson(text).value).toEqual(JSON.parse(text));
      }),
      { numRuns: runs(8, 1000) },
    );
    fc.assert(fc.property(fc.string(), (text) => void readPartialJson(`{"a": ${text}`)));
  });

  it("never changes a complete value", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
        const text = JSON.stringify(args);
        const whole: unknown = JSON.parse(text);
        for (let end = 1; end < text.length; end++) {
          const partial = readPartialJson(text.slice(0, end));
          for (const path of partial.completePaths) expect(at(partial.value, path)).toEqual(at(whole, path));
        }
      }),
      { numRuns: runs(8, 1000) },
    );
  });
});

function at(value: unknown, pointer: string): unknown {
  return pointerParts(pointer).reduce(ownMember, value);
}
