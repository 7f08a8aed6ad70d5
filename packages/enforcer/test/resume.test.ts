import type { InspectionRequest } from "@helve/core";
import { describe, expect, it } from "vitest";
import { type AnswerLedger, memoryLedger } from "../src/answer-ledger.ts";
import type { Pending } from "../src/inspection.ts";
import { admitAnswer, answerDesk } from "../src/resume.ts";
import { sealer } from "../src/seal.ts";

const action = { id: "call_1", name: "Bank.Transfer", args: { amount: 5 } };
const request: InspectionRequest = { action, rules: [], fixes: [] };
const decision = { plan: "p1", passes: [{ action, rules: [], enforcements: [] }] };
const token = await sealer("key").seal({ request, decision });
const pending: Pending = { kind: "pending", request, decision, token };
const approval = { decision: "approve", token };

function admit(waits: unknown, answer: unknown, { key = "key", plan = "p1", ledger = memoryLedger() } = {}) {
  return admitAnswer(waits as Pending, answer, { plan, answers: answerDesk({ key, ledger }) });
}

describe("an answer that comes later", () => {
  it("is taken without its token", async () => {
    expect(await admit(pending, approval)).toEqual({
      ok: true,
      answer: { decision: "approve" },
      sealed: { request, decision },
    });
    expect(await admit(JSON.parse(JSON.stringify(pending)), approval)).toMatchObject({ ok: true });
  });

  it("is to what was sealed, whatever becomes of it meanwhile", async () => {
    const waits = structuredClone(pending);
    const admitting = admit(waits, approval);
    Object.assign(waits.request.action.args, { amount: 900 });
    expect(await admitting).toMatchObject({ sealed: { request: { action: { args: { amount: 5 } } } } });
  });

  const other = { ...action, args: { amount: 6 } };
  it.each<[string, unknown, unknown, object, string]>([
    ["a forged token", pending, { ...approval, token: "0".repeat(64) }, {}, "its token is not that"],
    ["a token that is none", pending, { ...approval, token: 5 }, {}, "it is none that is known"],
    ["no token", pending, { decision: "approve" }, {}, "it is none that is known"],
    ["other arguments", { ...pending, request: { ...request, action: other } }, approval, {}, "was changed since"],
    [
      "an edited record",
      { ...pending, decision: { ...decision, passes: [{ ...decision.passes[0], approved: ["r"] }] } },
      approval,
      {},
      "was changed since",
    ],
    ["another plan's name", { ...pending, decision: { ...decision, plan: "p2" } }, approval, { plan: "p2" }, "changed"],
    ["another program", pending, approval, { plan: "p2" }, "the rules are not those that asked"],
    ["another key", pending, approval, { key: "other" }, "its token is not that"],
    ["what is no verdict", { kind: "pending", request: 5n }, approval, {}, "its token is not that"],
    ["an unknown answer", pending, { decision: "maybe", token }, {}, "it is none that is known"],
    ["a name of every object", pending, { decision: "toString", token }, {}, "it is none that is known"],
    ["no answer", pending, null, {}, "it is none that is known"],
  ])("is refused for %s, and not used up", async (_what, waits, answer, options, reason) => {
    const ledger = memoryLedger();
    const refused = await admit(waits, answer, { ...options, ledger });
    expect(refused).toEqual({ ok: false, reason: expect.stringContaining(reason) });
    expect(await admit(pending, approval, { ledger })).toMatchObject({ ok: true });
  });

  it("is taken once, also of two at the same time", async () => {
    const ledger = memoryLedger();
    const taken = await Promise.all([admit(pending, approval, { ledger }), admit(pending, approval, { ledger })]);
    // Web Crypto works in threads: which of the two is the first, nobody can say.
    expect(taken.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await admit(pending, { decision: "reject", token }, { ledger })).toEqual({
      ok: false,
      reason: "the answer was refused: it was given before",
    });
  });

  it("is not used up by `later`", async () => {
    const ledger = memoryLedger();
    const later = { decision: "later", token };
    expect(await admit(pending, later, { ledger })).toMatchObject({ ok: true, answer: { decision: "later" } });
    expect(await admit(pending, approval, { ledger })).toMatchObject({ ok: true });
  });

  it("is refused when the ledger fails, or says neither yes nor no", async () => {
    const broken: AnswerLedger = {
      use: () => {
        throw new Error("disk full");
      },
    };
    expect(await admit(pending, approval, { ledger: broken })).toMatchObject({
      reason: "the answer was refused: whether it was given before can't be told: disk full",
    });
    const vague: AnswerLedger = { use: () => "yes" as never };
    expect(await admit(pending, approval, { ledger: vague })).toMatchObject({ ok: false });
  });

  it("is refused by an engine without a key", async () => {
    expect(await admitAnswer(pending, approval, { plan: "p1", answers: undefined })).toMatchObject({
      reason: "the answer was refused: nobody can answer later: the engine has no key",
    });
  });
});
