import { createHmac } from "node:crypto";
import { canonicalJson, type InspectionRequest } from "@helve/core";
import { describe, expect, it } from "vitest";
import { type SignedContent, tokenSigner } from "../src/verdict-token.ts";

const action = { id: "call_1", name: "Bank.Transfer", args: { to: "bob", amount: 5 } };
const reordered = { amount: 5, to: "bob" };
const request: InspectionRequest = { action, rules: [], fixes: [] };
const key = "a key of 32 bytes, known to tests";
const pending: SignedContent = { request, decision: { plan: "p1", passes: [{ action, rules: [], enforcements: [] }] } };

describe("a token", () => {
  it("is HMAC-SHA-256 over the canonical JSON of the request, the decision, and the arguments as they are ordered", async () => {
    const args = JSON.stringify(action.args);
    const expected = createHmac("sha256", key)
      .update(canonicalJson({ ...pending, exact: `[${args},${args}]` }))
      .digest("hex");
    expect(await tokenSigner(key).sign(pending)).toBe(expected);
    expect(await tokenSigner(new TextEncoder().encode(key)).sign(pending)).toBe(expected);
  });

  it("is valid after the verdict was stored and read again, in any order of its members", async () => {
    const token = await tokenSigner(key).sign(pending);
    const { request, decision } = JSON.parse(JSON.stringify(pending));
    expect(await tokenSigner(key).verify({ decision, request }, token)).toBe(true);
  });

  it("is valid for arguments with a negative zero, which JSON stores as zero", async () => {
    const zero = { ...action, args: { amount: -0 } };
    const content = { ...pending, request: { ...request, action: zero } };
    const token = await tokenSigner(key).sign(content);
    expect(await tokenSigner(key).verify(JSON.parse(JSON.stringify(content)), token)).toBe(true);
  });

  it.each<[string, SignedContent]>([
    ["other arguments", { ...pending, request: { ...request, action: { ...action, args: { to: "bob", amount: 6 } } } }],
    ["another order of arguments", { ...pending, request: { ...request, action: { ...action, args: reordered } } }],
    ["another program", { ...pending, decision: { ...pending.decision, plan: "p2" } }],
    ["another expiry", { ...pending, expires: 5 }],
    ["another record", { ...pending, decision: { ...pending.decision, passes: [] } }],
  ])("is invalid for %s", async (_what, other) => {
    const token = await tokenSigner(key).sign(pending);
    expect(await tokenSigner(key).verify(other, token)).toBe(false);
  });

  it("is invalid under another key", async () => {
    expect(await tokenSigner("other".padEnd(32)).verify(pending, await tokenSigner(key).sign(pending))).toBe(false);
  });

  it.each(["", "0".repeat(64), "0".repeat(63), "A".repeat(64), "zz"])("is not %j", async (token) => {
    expect(await tokenSigner(key).verify(pending, token)).toBe(false);
  });

  it("needs a key of 32 bytes", () => {
    expect(() => tokenSigner("")).toThrow(TypeError);
    expect(() => tokenSigner("k".repeat(31))).toThrow("must have at least 32 bytes (got 31): use 32 random bytes");
    expect(() => tokenSigner(new Uint8Array(16))).toThrow("(got 16)");
    expect(() => tokenSigner("ä".repeat(16))).not.toThrow();
  });

  it("stays the same when the key's bytes are overwritten", async () => {
    const bytes = new TextEncoder().encode(key);
    const one = tokenSigner(bytes);
    bytes.fill(0);
    expect(await one.sign(pending)).toBe(await tokenSigner(key).sign(pending));
  });
});
