import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sha256Now } from "../../src/internal/sha256-now.ts";

describe("sha256Now", () => {
  it.each(["", "abc", "é".repeat(100), ...[55, 56, 63, 64, 119, 70_000].map((length) => "x".repeat(length))])(
    "hashes as Web Crypto does (%#)",
    (text) => {
      expect(sha256Now(text)).toBe(createHash("sha256").update(text).digest("hex"));
    },
  );
});
