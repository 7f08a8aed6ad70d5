import { describe, expect, it } from "vitest";
import { excerpt } from "../src/excerpt.ts";
import { visible } from "../src/visible.ts";

describe("visible", () => {
  it("leaves nothing that a terminal would obey or that hides text", () => {
    expect(visible("ls\u001b[2K\rrm x\u0007 \u202e\u2066 ok\n\tünïcode 中文 🙂")).toBe(
      "ls\ufffd[2K\ufffdrm x\ufffd \ufffd\ufffd ok\n\tünïcode 中文 🙂",
    );
  });
});

describe("excerpt", () => {
  it("marks the characters under their line", () => {
    const args = { command: "cd a &&\n  rm b.md\nls" };
    expect(excerpt({ path: "/command", start: 10, end: 17, text: "rm b.md" }, args)).toEqual([
      "  rm b.md",
      "  ^^^^^^^",
    ]);
    expect(excerpt({ path: "/command", start: 0, end: 21, text: "" }, args)).toEqual(["cd a &&", "^^^^^^^"]);
  });

  it("has nothing to show of an argument that is no text", () => {
    expect(excerpt({ path: "/n", start: 0, end: 1, text: "5" }, { n: 5 })).toEqual([]);
    expect(excerpt({ path: "/toString", start: 0, end: 1, text: "5" }, {})).toEqual([]);
  });
});
