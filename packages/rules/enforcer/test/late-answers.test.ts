import type { InspectionRequest } from "@helve/core";
import { describe, expect, it } from "vitest";
import type { PendingVerdict } from "../src/handlers.ts";
import { type AnswerLedger, acceptAnswer, lateAnswers, memoryAnswerLedger } from "../src/late-answers.ts";
import { tokenSigner } from "../src/verdict-token.ts";

const action = { id: "call_1", name: "Bank.Transfer", args: { amount: 5 } };
const request: InspectionRequest = { action, rules: [], fixes: [] };
const decision = { plan: "p1", passes: [{ action, rules: [], enforcements: [] }] };
const token = await tokenSigner("key".padEnd(32)).sign({ request, decision });
const pending: PendingVerdict = { kind: "pending", request, decision, token };
const approval = { decision: "approve", token };

function accept(
  waits: unknown,
  answer: unknown,
  { key = "key".padEnd(32), plan = "p1", ledger = memoryAnswerLedger() } = {},
) {
  return acceptAnswer(waits as PendingVerdict, answer, { plan, lateAnswers: lateAnswers({ key, ledger }, Date.now) });
}

describe("a late answer", () => {
  it("is accepted, and returned without its token", async () => {
    expect(await accept(pending, approval)).toEqual({
      ok: true,
      answer: { decision: "approve" },
      content: { request, decision },
    });
    expect(await accept(JSON.parse(JSON.stringify(pending)), approval)).toMatchObject({ ok: true });
  });

  it("belongs to the signed content, even if the verdict object changes meanwhile", async () => {
    const waits = structuredClone(pending);
    const accepting = accept(waits, approval);
    Object.assign(waits.request.action.args, { amount: 900 });
    expect(await accepting).toMatchObject({ content: { request: { action: { args: { amount: 5 } } } } });
  });

  const other = { ...action, args: { amount: 6 } };
  it.each<[string, unknown, unknown, object, string]>([
    ["a forged token", pending, { ...approval, token: "0".repeat(64) }, {}, "its token does not belong"],
    ["a token that is none", pending, { ...approval, token: 5 }, {}, "it needs a known decision and a token"],
    ["no token", pending, { decision: "approve" }, {}, "it needs a known decision and a token"],
    ["other arguments", { ...pending, request: { ...request, action: other } }, approval, {}, "was changed"],
    [
      "an edited record",
      { ...pending, decision: { ...decision, passes: [{ ...decision.passes[0], approved: ["r"] }] } },
      approval,
      {},
      "was changed",
    ],
    ["another plan's name", { ...pending, decision: { ...decision, plan: "p2" } }, approval, { plan: "p2" }, "changed"],
    ["a rejection under other rules", pending, { decision: "reject", token }, { plan: "p2" }, "the rules have changed"],
    ["another key", pending, approval, { key: "other".padEnd(32) }, "its token does not belong"],
    ["what is no verdict", { kind: "pending", request: 5n }, approval, {}, "its token does not belong"],
    ["an unknown answer", pending, { decision: "maybe", token }, {}, "it needs a known decision and a token"],
    ["a name of every object", pending, { decision: "toString", token }, {}, "it needs a known decision and a token"],
    ["no answer", pending, null, {}, "it needs a known decision and a token"],
  ])("is refused for %s, and stays usable", async (_what, waits, answer, options, reason) => {
    const ledger = memoryAnswerLedger();
    const refused = await accept(waits, answer, { ...options, ledger });
    expect(refused).toEqual({ ok: false, reason: expect.stringContaining(reason) });
    expect(await accept(pending, approval, { ledger })).toMatchObject({ ok: true });
  });

  it("approves nothing under other rules, and stays usable", async () => {
    const ledger = memoryAnswerLedger();
    expect(await accept(pending, approval, { plan: "p2", ledger })).toMatchObject({ ok: "other rules" });
    expect(await accept(pending, approval, { ledger })).toMatchObject({ ok: true });
  });

  it("is accepted once, even if two arrive concurrently", async () => {
    const ledger = memoryAnswerLedger();
    const taken = await Promise.all([accept(pending, approval, { ledger }), accept(pending, approval, { ledger })]);
    // Web Crypto works in threads: which of the two is the first, nobody can say.
    expect(taken.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await accept(pending, { decision: "reject", token }, { ledger })).toEqual({
      ok: false,
      reason: "the answer was refused: it was used before",
    });
  });

  it("stays usable after `later`", async () => {
    const ledger = memoryAnswerLedger();
    const later = { decision: "later", token };
    expect(await accept(pending, later, { ledger })).toMatchObject({ ok: true, answer: { decision: "later" } });
    expect(await accept(pending, approval, { ledger })).toMatchObject({ ok: true });
  });

  it("is refused when the ledger fails or returns neither true nor false", async () => {
    const broken: AnswerLedger = {
      use: () => {
        throw new Error("disk full");
      },
    };
    expect(await accept(pending, approval, { ledger: broken })).toMatchObject({
      reason: "the answer was refused: the ledger failed to tell whether it was used before: disk full",
    });
    const vague: AnswerLedger = { use: () => "yes" as never };
    expect(await accept(pending, approval, { ledger: vague })).toMatchObject({ ok: false });
  });

  it("is refused by an engine without a key", async () => {
    expect(await acceptAnswer(pending, approval, { plan: "p1", lateAnswers: undefined })).toMatchObject({
      reason: "the answer was refused: the engine has no key for late answers",
    });
  });
});
