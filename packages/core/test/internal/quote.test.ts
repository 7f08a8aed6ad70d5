import { quote } from "@helve/core/internal";

import { expect, it } from "vitest";

it("shows a text on one line", () => {
  expect(quote('say "hi"\n')).toBe('"say \\"hi\\"\\n"');
});

it("cuts a long text, and never within a character", () => {
  expect(quote("x".repeat(61))).toBe(`"${"x".repeat(60)}…"`);
  expect(quote("ab🙂", 3)).toBe('"ab…"');
});
