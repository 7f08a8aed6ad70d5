import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { computedSha256, sha256Now } from "../../src/internal/sha256-now.ts";

describe.each([
  ["sha256Now", sha256Now],
  ["computedSha256", computedSha256],
])("%s", (_, hash) => {
  it.each(["\ud800", "", "abc", "é".repeat(100), ...[55, 56, 63, 64, 119, 70_000].map((length) => "x".repeat(length))])(
    "hashes as Web Crypto does (%#)",
    (text) => {
      expect(hash(text)).toBe(createHash("sha256").update(text).digest("hex"));
    },
  );
});
