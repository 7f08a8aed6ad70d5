import { DurableHistory, durableApprovals, durableLedger } from "@helve/cloudflare-agents";
import { nodeDurableObject } from "@helve/cloudflare-agents/node";
import { describe, expect, it } from "vitest";

describe("durableApprovals", () => {
  it("keeps long texts, and replaces them by shorter ones", async () => {
    const { storage } = nodeDurableObject();
    const approvals = durableApprovals(storage);
    for (const text of ["", "x".repeat(100_000), "ß".repeat(40_000), "y"]) {
      await approvals.set("a", text);
      expect(await durableApprovals(storage).get("a")).toBe(text);
    }
    const values = [...(await storage.list()).values()] as string[];
    expect(values).toEqual(["y"]);
  });

  it("is deleted by one of several", async () => {
    const approvals = durableApprovals(nodeDurableObject().storage);
    await approvals.set("a", "x".repeat(100_000));
    expect((await Promise.all([approvals.delete("a"), approvals.delete("a")])).sort()).toEqual([false, true]);
    expect(await approvals.delete("a")).toBe(false);
  });

  it("keeps conversations and ids apart", async () => {
    const { storage } = nodeDurableObject();
    await durableApprovals(storage, "a/b").set("c", "1");
    await durableApprovals(storage, "a").set("b/c", "2");
    await durableApprovals(storage).set("a", "3");
    expect(await durableApprovals(storage, "a/b").get("c")).toBe("1");
    expect(await durableApprovals(storage, "a").get("b/c")).toBe("2");
    expect(await durableApprovals(storage, "a").get("b")).toBeUndefined();
  });
});

describe("durableLedger", () => {
  it("accepts a token once, also at the same time and after an eviction", async () => {
    const { storage } = nodeDurableObject();
    const ledger = durableLedger(storage);
    expect((await Promise.all([ledger.use("t"), ledger.use("t")])).sort()).toEqual([false, true]);
    expect(await durableLedger(storage).use("t")).toBe(false);
    expect(await durableLedger(storage).use("u")).toBe(true);
  });
});

describe("DurableHistory", () => {
  it("refuses a history that it can't read, so that rules forget nothing", async () => {
    const { storage } = nodeDurableObject();
    await storage.put("helve/history//000000", JSON.stringify({ version: 2, earlier: [] }));
    await expect(DurableHistory.open(storage)).rejects.toThrow("another version of Helve");
    await storage.put("helve/history//000000", JSON.stringify({ version: 1, earlier: [], ended: {} }));
    await expect(DurableHistory.open(storage)).rejects.toThrow("can't be read");
  });

  it("refuses something that is no storage", async () => {
    await expect(DurableHistory.open(new Map() as never)).rejects.toThrow("this.ctx.storage");
  });
});
