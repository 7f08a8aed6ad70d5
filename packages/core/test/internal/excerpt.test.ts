import type { Evidence } from "@helve/core";
import { excerpt, withCarets } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Evidence in the argument `text`. */
function at(start: number, end: number, path = "/text"): Evidence {
  return { path, start, end, text: "" };
}

describe("excerpt", () => {
  it.each<[string, string, Evidence, readonly string[]]>([
    ["marks characters under their line", "cd a &&\n  rm b.md\nls", at(10, 17), ["  rm b.md", "  ^^^^^^^"]],
    ["marks each line that they stand on", "ab\ncd\nef", at(1, 7), ["ab", " ^", "cd", "^^", "ef", "^"]],
    ["shows four lines at most", "a\nb\nc\nd\ne\nf", at(0, 11), ["a", "^", "b", "^", "c", "^", "d", "^", "…", "^"]],
    ["marks a place where no character is", "ab", at(2, 2), ["ab", "  ^"]],
    ["marks a place in an empty text", "", at(0, 0), ["", "^"]],
    ["marks a line end at the end of its line", "ab\ncd", at(2, 3), ["ab", "  ^"]],
    ["knows how wide characters are", "e\u0301 删除 🙂 x", at(9, 10), ["e\u0301 删除 🙂 x", "          ^"]],
    ["keeps under a tab", "\tx\ty", at(3, 4), ["\tx\ty", "\t \t^"]],
    ["shows what a terminal would obey", "a\u001bb", at(2, 3), ["a\\u{1b}b", "       ^"]],
  ])("%s", (_what, text, evidence, lines) => {
    expect(withCarets(excerpt(evidence, { text }))).toEqual(lines);
  });

  it("shortens a long line around the marked part", () => {
    const text = `${"a".repeat(50)}XY${"b".repeat(50)}`;
    expect(excerpt(at(50, 52), { text }, { width: 20 })).toEqual([
      { before: "…aaaaa", marked: "XY", after: "bbbbbbbbbbbbb…" },
    ]);
    expect(excerpt(at(50, 100), { text }, { width: 10 })).toEqual([{ before: "…aa", marked: "XYbbbbbb…", after: "" }]);
    expect(excerpt(at(12, 13), { text: "🙂".repeat(9) }, { width: 6 })[0]?.before).toBe("…🙂");
  });

  it("finds strings inside nested arguments", () => {
    const args = { to: [{ "a/b~c": "bob" }] };
    expect(excerpt(at(0, 3, "/to/0/a~1b~0c"), args)).toEqual([{ before: "", marked: "bob", after: "" }]);
  });

  it.each(["/n", "/toString", "/text/length", "/__proto__", ""])("is empty at %j", (path) => {
    expect(excerpt(at(0, 1, path), { n: 5, text: "x" })).toEqual([]);
  });

  it("marks every character with a caret, for any text and range", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (text, one, other) => {
        const [start, end] = [Math.min(one, other, text.length), Math.min(Math.max(one, other), text.length)];
        const lines = excerpt(at(start, end), { text }, { lines: 100 });
        expect(lines.map(({ marked }) => marked).join("\n")).toBe(text.slice(start, end).replace(/\n$/, ""));
      }),
    );
  });
});
