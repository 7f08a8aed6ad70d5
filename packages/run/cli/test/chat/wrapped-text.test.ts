import { maxTextWidth } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneLine } from "../../src/commands/chat/visible-text.ts";
import { WrappedText } from "../../src/commands/chat/wrapped-text.ts";

/** Wraps pieces of text at a width, and returns the output. */
function wrapped(pieces: readonly string[], columns: number): string {
  const text = new WrappedText("  ", () => columns);
  return pieces.map((piece) => text.add(piece)).join("") + text.end();
}

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("\u001b[2J", "\r", "\n", " ".repeat(50), "a".repeat(50), "漢"),
  ),
);

describe("text of a model", () => {
  it("is broken between words", () => {
    expect(wrapped(["one two ", "three four ", "five"], 14)).toBe("  one two \n  three four \n  five\n");
    expect(wrapped(["a\n\n", "b"], 20)).toBe("  a\n\n  b\n");
    expect(wrapped(["x".repeat(25)], 14)).toBe(`  ${"x".repeat(11)}\n  ${"x".repeat(11)}\n  xxx\n`);
  });

  it("never begins in the first column, is never wider than the terminal, and has no control characters", () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 12, max: 60 }), (parts, columns) => {
        const lines = wrapped(parts, columns).split("\n");
        for (const line of lines) {
          expect(line === "" || line.startsWith("  ")).toBe(true);
          expect(maxTextWidth(line)).toBeLessThan(columns);
          expect(line).not.toMatch(/[^\P{C}]|[\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });

  it("is the same text in whatever pieces it comes, apart from white space", () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const bare = (text: string): string => text.replace(/\s/g, "");
        expect(bare(wrapped(parts, 40))).toBe(bare(wrapped([parts.join("").replaceAll("\r\n", "\n")], 40)));
      }),
    );
  });
});

describe("oneLine", () => {
  it("cuts a text to a width", () => {
    expect(oneLine("one\n two", 20)).toBe("one two");
    expect(oneLine("x".repeat(30), 10)).toBe(`${"x".repeat(9)}…`);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 4, max: 40 }), (text, width) => {
        expect(maxTextWidth(oneLine(text, width))).toBeLessThanOrEqual(width + 1);
        expect(oneLine(text, width)).not.toMatch(/[^\P{C}]|[\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
