import { createHmac } from "node:crypto";
import { canonicalJson, type InspectionRequest } from "@helve/core";
import { describe, expect, it } from "vitest";
import { type Sealed, sealer } from "../src/seal.ts";

const action = { id: "call_1", name: "Bank.Transfer", args: { to: "bob", amount: 5 } };
const request: InspectionRequest = { action, rules: [], fixes: [] };
const pending: Sealed = { request, decision: { plan: "p1", passes: [{ action, rules: [], enforcements: [] }] } };

describe("a token", () => {
  it("is HMAC-SHA-256 over the canonical JSON of the request and the decision", async () => {
    const expected = createHmac("sha256", "key").update(canonicalJson(pending)).digest("hex");
    expect(await sealer("key").seal(pending)).toBe(expected);
    expect(await sealer(new TextEncoder().encode("key")).seal(pending)).toBe(expected);
  });

  it("is good after the verdict was stored and read again, whatever the order of its keys", async () => {
    const token = await sealer("key").seal(pending);
    const { request, decision } = JSON.parse(canonicalJson(pending));
    expect(await sealer("key").isSealed({ decision, request }, token)).toBe(true);
  });

  it.each<[string, Sealed]>([
    ["other arguments", { ...pending, request: { ...request, action: { ...action, args: { to: "bob", amount: 6 } } } }],
    ["another program", { ...pending, decision: { ...pending.decision, plan: "p2" } }],
    ["another record", { ...pending, decision: { ...pending.decision, passes: [] } }],
  ])("is not good for %s", async (_what, other) => {
    const token = await sealer("key").seal(pending);
    expect(await sealer("key").isSealed(other, token)).toBe(false);
  });

  it("is not good under another key", async () => {
    expect(await sealer("other").isSealed(pending, await sealer("key").seal(pending))).toBe(false);
  });

  it.each(["", "0".repeat(64), "0".repeat(63), "A".repeat(64), "zz"])("is not %j", async (token) => {
    expect(await sealer("key").isSealed(pending, token)).toBe(false);
  });

  it("needs a key", () => {
    expect(() => sealer("")).toThrow(TypeError);
    expect(() => sealer(new Uint8Array())).toThrow("must not be empty");
  });

  it("does not change when the host overwrites its key's bytes", async () => {
    const key = new TextEncoder().encode("key");
    const one = sealer(key);
    key.fill(0);
    expect(await one.seal(pending)).toBe(await sealer("key").seal(pending));
  });
});
