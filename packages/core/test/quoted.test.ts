import { quoted } from "@helve/core";
import { expect, it } from "vitest";

it("shows a text on one line", () => {
  expect(quoted('say "hi"\n')).toBe('"say \\"hi\\"\\n"');
});

it("cuts a long text, and never within a character", () => {
  expect(quoted("x".repeat(61))).toBe(`"${"x".repeat(60)}…"`);
  expect(quoted("ab🙂", 3)).toBe('"ab…"');
});
