import { escapeInvisible, visibleJson } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("escapeInvisible", () => {
  it("escapes terminal control characters and characters that hide text", () => {
    expect(escapeInvisible("ls\u001b[2K\rrm x\u0007 \u202e\u2066 ok\u2028\n\tünïcode 中文 🙂 \ud800")).toBe(
      "ls\\u{1b}[2K\\u{d}rm x\\u{7} \\u{202e}\\u{2066} ok\\u{2028}\n\tünïcode 中文 🙂 \\u{d800}",
    );
  });

  it("escapes variation selectors, fillers and blank Braille, but not the selector of an emoji", () => {
    expect(escapeInvisible(`❤️ a${String.fromCodePoint(0xfe01, 0xe0142, 0x3164, 0x2800, 0x34f)}`)).toBe(
      "❤️ a\\u{fe01}\\u{e0142}\\u{3164}\\u{2800}\\u{34f}",
    );
  });

  it("leaves no control character in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeInvisible(text)).not.toMatch(/[^\P{C}\t\n]/u);
      }),
    );
  });
});

describe("visibleJson", () => {
  it("parses back to the same value, on one line without control characters", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = visibleJson(value);
        expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
