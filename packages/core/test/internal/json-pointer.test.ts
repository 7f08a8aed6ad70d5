import { jsonPointer } from "@helve/core/internal";

import { expect, it } from "vitest";

it("escapes as RFC 6901 says", () => {
  expect(jsonPointer([])).toBe("");
  expect(jsonPointer(["paths", "/a~b", 0, ""])).toBe("/paths/~1a~0b/0/");
});
