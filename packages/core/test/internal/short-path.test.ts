import { shortPath } from "@helve/core/internal";
import { describe, expect, it } from "vitest";

describe("shortPath", () => {
  it("keeps a short path", () => {
    expect(shortPath("/items/0/name")).toBe("/items/0/name");
  });

  it("keeps the end of a long path", () => {
    expect(shortPath("/list/0/0/0/0", 6)).toBe("…/0/0/0");
  });

  it("splits no surrogate pair", () => {
    expect(shortPath("/a/😀b", 2)).toBe("…b");
  });
});
