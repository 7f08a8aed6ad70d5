import { escapeInvisible, visibleJson } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("visible", () => {
  it("writes out what a terminal would obey, or what hides text", () => {
    expect(escapeInvisible("ls\u001b[2K\rrm x\u0007 \u202e\u2066 ok\u2028\n\tünïcode 中文 🙂 \ud800")).toBe(
      "ls\\u{1b}[2K\\u{d}rm x\\u{7} \\u{202e}\\u{2066} ok\\u{2028}\n\tünïcode 中文 🙂 \\u{d800}",
    );
  });

  it("leaves nothing to obey in any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeInvisible(text)).not.toMatch(/[^\P{C}\t\n]/u);
      }),
    );
  });
});

describe("visibleJson", () => {
  it("says the same value, on one line that a terminal only shows", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const text = visibleJson(value);
        expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
