import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  type Action,
  canonicalJson,
  type GuardContext,
  type InspectionRequest,
  type Step,
  type Verdict,
} from "@helve/core";
import {
  type Engine,
  type EngineOptions,
  type InspectionAnswer,
  inspectLater,
  type LateAnswer,
  memoryAnswerLedger,
  type PendingVerdict,
} from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { context, engineFor } from "./engine-for.ts";

const transfer: Action = { id: "call_1", name: "Bank.Transfer", args: { amount: 900, p: true, q: true } };
const rules = `
  rule @first trigger Bank.Transfer check p enforce warn("mind the gap") user_inspection("Send \${args.amount}?") end
  rule @second trigger Bank.Transfer check q enforce user_inspection(halve) log("asked") end
`;
const fixes = { halve: ({ args }: Action) => ({ ...args, amount: Number(args["amount"]) / 2, q: false }) };

/** An engine of a process of its own. */
function engine(options: Partial<EngineOptions> = {}, text = rules): Engine {
  return engineFor(text, {
    inspect: inspectLater(),
    lateAnswers: { key: "key of the host, 32 bytes or more" },
    fixes,
    ...options,
  });
}

/** Returns the verdict of an action that waits for an answer, as another process reads it. */
async function stored(action: Action = transfer): Promise<PendingVerdict & { readonly token: string }> {
  const verdict: Verdict = JSON.parse(JSON.stringify(await engine().before(action, context)));
  if (verdict.kind !== "pending" || verdict.token === undefined) throw new Error(`it is ${verdict.kind}`);
  return { ...verdict, token: verdict.token };
}

function resume(to: Engine, pending: PendingVerdict, answer: LateAnswer): Promise<Verdict> {
  return to.resume(pending, answer, context);
}

describe("inspectLater", () => {
  it("makes a pending verdict that says all that is asked", async () => {
    const sent: InspectionRequest[] = [];
    const later = engine({ inspect: inspectLater((request) => void sent.push(request)) });
    const verdict = await later.before(transfer, context);
    expect(verdict).toMatchObject({
      kind: "pending",
      request: { action: transfer, messages: ["Send 900?"], rules: [{ rule: "first" }, { rule: "second" }] },
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(verdict.kind === "pending" && verdict.request).toEqual(sent[0]);
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
  });

  it("rejects when the request can't be sent, or without a key for late answers", async () => {
    const lost = engine({ inspect: inspectLater(() => Promise.reject(new Error("no mail today"))) });
    expect(await lost.before(transfer, context)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("asking failed: no mail today"),
    });
    expect(await engine({ lateAnswers: undefined }).before(transfer, context)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("the engine has no key for late answers"),
    });
  });
});

describe("engine.resume", () => {
  const answers: readonly (readonly [string, InspectionAnswer])[] = [
    ["approve", { decision: "approve" }],
    ["approve for longer", { decision: "approve", remember: "session" }],
    ["reject", { decision: "reject", reason: "too much" }],
    ["edit", { decision: "edit", args: { amount: 5, p: true, q: true } }],
    ["edit that another rule stops", { decision: "edit", args: { amount: 5, p: true, q: true, f: true } }],
    ["edit that does not fit", { decision: "edit", args: { broken: 1 } }],
    ["fix", { decision: "fix", fix: "halve" }],
    ["fix that is not offered", { decision: "fix", fix: "toString" }],
  ];

  it.each(answers)("gives the verdict that the answer %s would have given at once", async (_what, answer) => {
    const text = `${rules} rule @third trigger any.any check f enforce stop end`;
    const waiting = engine({}, text);
    const pending = JSON.parse(JSON.stringify(await waiting.before(transfer, context)));
    const later = await engine({ inspect: () => answer }, text).resume(
      pending,
      { ...answer, token: pending.token },
      context,
    );
    const atOnce = await engine({ inspect: () => answer }, text).before(transfer, context);
    expect(JSON.stringify(later)).toBe(JSON.stringify(atOnce));
  });

  it("asks about the changed action in its turn, and takes that answer too", async () => {
    const pending = await stored();
    const second = await resume(engine(), pending, { decision: "fix", fix: "halve", token: pending.token });
    expect(second).toMatchObject({ kind: "pending", request: { action: { args: { amount: 450 } } } });
    if (second.kind !== "pending" || second.token === undefined) return;
    expect(second.token).not.toBe(pending.token);
    const end = await resume(engine(), second, { decision: "approve", token: second.token });
    expect(end).toMatchObject({ kind: "allow", action: { args: { amount: 450 } } });
    expect(end.decision.passes.map(({ enforcements }) => enforcements.map(({ outcome }) => outcome))).toEqual([
      ["warned", "fixed"],
      ["warned", "approved"],
    ]);
  });

  const approval = (token: string): LateAnswer => ({ decision: "approve", token });
  it("approves nothing if the rules have changed since the question: they decide anew, and a rejection stays one", async () => {
    const pending = await stored();
    const asking = engine({}, rules.replace("check q", "check q p"));
    expect(await resume(asking, pending, approval(pending.token))).toMatchObject({ kind: "pending" });
    const silent = engine({}, "rule @other trigger Other check enforce stop end");
    expect(await resume(silent, pending, approval(pending.token))).toMatchObject({ kind: "allow", action: transfer });
    const rejection = await resume(silent, pending, { decision: "reject", token: pending.token });
    expect(rejection).toMatchObject({ kind: "stop", reason: expect.stringContaining("the rules have changed") });
  });

  it.each<[string, (pending: PendingVerdict & { token: string }) => Promise<Verdict>, string]>([
    [
      "other arguments",
      (pending) =>
        resume(
          engine(),
          {
            ...pending,
            request: { ...pending.request, action: { ...transfer, args: { ...transfer.args, amount: 9000 } } },
          },
          approval(pending.token),
        ),
      "the verdict was changed",
    ],
    [
      "other arguments in the record",
      (pending) => {
        const text = JSON.stringify(pending.decision).replaceAll("900", "9000");
        return resume(engine(), { ...pending, decision: JSON.parse(text) }, approval(pending.token));
      },
      "the verdict was changed",
    ],
    [
      "another program's name in the record",
      async (pending) => {
        const decision = { ...pending.decision, plan: "0".repeat(64) };
        return resume(engine(), { ...pending, decision }, approval(pending.token));
      },
      "the verdict was changed",
    ],
    [
      "an approval written into the record",
      (pending) => {
        const passes = pending.decision.passes.map((pass) => ({ ...pass, approved: ["first", "second"] }));
        return resume(engine(), { ...pending, decision: { ...pending.decision, passes } }, approval(pending.token));
      },
      "the verdict was changed",
    ],
    ["a forged token", (pending) => resume(engine(), pending, approval("0".repeat(64))), "its token does not belong"],
    [
      "the token of another action",
      async (pending) => resume(engine(), pending, approval((await stored({ ...transfer, id: "call_2" })).token)),
      "its token does not belong",
    ],
    [
      "another key",
      (pending) =>
        resume(
          engine({ lateAnswers: { key: "another key, also of 32 bytes or more" } }),
          pending,
          approval(pending.token),
        ),
      "its token does not belong",
    ],
    [
      "an unknown answer",
      (pending) => resume(engine(), pending, { decision: "maybe", token: pending.token } as never),
      "it needs a known decision and a token",
    ],
    [
      "an engine without a key",
      (pending) => resume(engine({ lateAnswers: undefined }), pending, approval(pending.token)),
      "the engine has no key",
    ],
  ])("refuses %s, and nothing runs", async (_what, answered, reason) => {
    const verdict = await answered(await stored());
    expect(verdict).toMatchObject({ kind: "stop", reason: expect.stringContaining(`the answer was refused: `) });
    expect(verdict.kind === "stop" && verdict.reason).toContain(reason);
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
  });

  it("refuses an answer that was used, by whichever engine that shares the ledger", async () => {
    const lateAnswers = { key: "key of the host, 32 bytes or more", ledger: memoryAnswerLedger() };
    const pending = await stored();
    expect(await resume(engine({ lateAnswers }), pending, approval(pending.token))).toMatchObject({ kind: "allow" });
    for (const answer of [approval(pending.token), { decision: "reject", token: pending.token } as const]) {
      expect(await resume(engine({ lateAnswers }), pending, answer)).toMatchObject({
        kind: "stop",
        reason: "the answer was refused: it was used before",
      });
    }
  });

  it("stays pending after `later`, and accepts an answer then", async () => {
    const lateAnswers = { key: "key of the host, 32 bytes or more", ledger: memoryAnswerLedger() };
    const pending = await stored();
    const still = await resume(engine({ lateAnswers }), pending, { decision: "later", token: pending.token });
    expect(canonicalJson(still)).toBe(canonicalJson(pending));
    expect(await resume(engine({ lateAnswers }), pending, approval(pending.token))).toMatchObject({ kind: "allow" });
  });

  it("returns only signed content after `later`", async () => {
    const pending = await stored();
    const evil = {
      ...pending,
      kind: "allow",
      action: { ...transfer, args: { amount: 9000 } },
    } as unknown as PendingVerdict;
    const still = await resume(engine(), evil, { decision: "later", token: pending.token });
    expect(canonicalJson(still)).toBe(canonicalJson(pending));
  });

  it.each([[null], [undefined], [1], [{}]])("refuses an answer to %j, which is no verdict", async (given) => {
    const { token } = await stored();
    const verdict = await resume(engine(), given as unknown as PendingVerdict, { decision: "approve", token });
    expect(verdict).toMatchObject({ kind: "stop", reason: expect.stringContaining("the answer was refused") });
  });

  it("does not use up the answer of a caller who has given up", async () => {
    const pending = await stored();
    const made = engine();
    const given = { ...context, signal: AbortSignal.abort() };
    await expect(made.resume(pending, approval(pending.token), given)).rejects.toThrow("aborted");
    expect((await resume(made, pending, approval(pending.token))).kind).toBe("allow");
  });

  it("goes on in another process, from a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "helve-resume-"));
    try {
      const file = join(folder, "pending.json");
      await writeFile(file, JSON.stringify(await stored()));
      const { token } = JSON.parse(await readFile(file, "utf8"));
      const script = fileURLToPath(new URL("fixtures/resume-in-another-process.ts", import.meta.url));
      const { stdout } = await promisify(execFile)(process.execPath, [
        "--conditions=@helve/source",
        script,
        file,
        rules,
        JSON.stringify({ decision: "approve", token }),
      ]);
      const atOnce = await engine({ inspect: () => ({ decision: "approve" }) }).before(transfer, context);
      expect(JSON.parse(stdout)).toEqual(atOnce);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("a late answer settles only what was asked", () => {
  const ask = "rule @ask trigger Bank.Transfer check args.amount > 100 enforce user_inspection log end";
  const step: Step = { action: transfer, observation: { parts: [], isError: false }, ran: true };

  async function pendingOf(by: Engine, state?: unknown): Promise<PendingVerdict & { readonly token: string }> {
    const verdict = await by.before(transfer, { ...context, state });
    if (verdict.kind !== "pending" || verdict.token === undefined) throw new Error(`it is ${verdict.kind}`);
    return { ...verdict, token: verdict.token };
  }
  const approve = (by: Engine, pending: PendingVerdict & { readonly token: string }, now: Partial<GuardContext>) =>
    by.resume(pending, { decision: "approve", token: pending.token }, { ...context, ...now });

  it("stops if the state or the steps of that moment violate another rule", async () => {
    const by = engine(
      {},
      `${ask}
      rule @frozen trigger Bank.Transfer check state.frozen == true enforce stop end
      rule @once trigger Bank.Transfer check trajectory.length > 0 enforce stop end`,
    );
    const open = { frozen: false };
    expect(await approve(by, await pendingOf(by, open), { state: open })).toMatchObject({ kind: "allow" });
    const again = { ...transfer, id: "call_2" };
    const second = await by.before(again, { ...context, state: open });
    if (second.kind !== "pending" || second.token === undefined) throw new Error(`it is ${second.kind}`);
    const stopped = await approve(by, { ...second, token: second.token }, { state: { frozen: true } });
    expect(stopped).toMatchObject({ kind: "stop", reason: expect.stringContaining("@frozen") });
    expect(stopped.decision.passes).toHaveLength(2);
    const third = await by.before({ ...transfer, id: "call_3" }, { ...context, state: open });
    if (third.kind !== "pending" || third.token === undefined) throw new Error(`it is ${third.kind}`);
    expect(await approve(by, { ...third, token: third.token }, { state: open, trajectory: [step] })).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("@once"),
    });
  });

  it("asks what a person was not asked, and then accepts both answers", async () => {
    const night = "rule @night trigger Bank.Transfer check state.night == true enforce user_inspection end";
    const by = engine({}, `${ask} ${night}`);
    const asked = await approve(by, await pendingOf(by, { night: false }), { state: { night: true } });
    if (asked.kind !== "pending" || asked.token === undefined) throw new Error(`it is ${asked.kind}`);
    expect(asked.request.rules.map(({ rule }) => rule)).toEqual(["night"]);
    const second = { ...asked, token: asked.token };
    expect(await approve(by, second, { state: { night: true } })).toMatchObject({ kind: "allow" });
  });

  it.each([
    [10, "pending"],
    [500, "allow"],
    [5000, "allow"],
  ])("asks again if the question has changed: with %d instead of 500 it is %s", async (balance, kind) => {
    const by = engine(
      {},
      "rule @low trigger Bank.Transfer check args.amount > state.balance enforce user_inspection end",
    );
    expect(await approve(by, await pendingOf(by, { balance: 500 }), { state: { balance } })).toMatchObject({ kind });
  });

  it("does not repeat what was done before", async () => {
    const logged: unknown[] = [];
    const by = engine({ log: (entry) => void logged.push(entry) }, ask);
    expect(await approve(by, await pendingOf(by), {})).toMatchObject({ kind: "allow" });
    expect(logged).toHaveLength(1);
  });

  it("does not repeat what was done before a second question", async () => {
    const logged: unknown[] = [];
    const night = "rule @night trigger Bank.Transfer check state.night == true enforce user_inspection end";
    const by = engine({ log: (entry) => void logged.push(entry) }, `${ask} ${night}`);
    const asked = await approve(by, await pendingOf(by, { night: false }), { state: { night: true } });
    if (asked.kind !== "pending" || asked.token === undefined) throw new Error(`it is ${asked.kind}`);
    const allowed = await approve(by, { ...asked, token: asked.token }, { state: { night: true } });
    expect(allowed).toMatchObject({ kind: "allow" });
    expect(allowed.decision.passes.at(-1)?.enforcements.map(({ rule, outcome }) => [rule, outcome])).toEqual([
      ["ask", "approved"],
      ["ask", "logged"],
      ["night", "approved"],
    ]);
    expect(logged).toHaveLength(1);
  });

  it("is refused when its token has expired, even after `later`", async () => {
    let time = Date.UTC(2026, 0, 1);
    const by = engine({ now: () => time }, ask);
    const pending = await pendingOf(by);
    expect(pending.expires).toBe(Date.UTC(2026, 0, 2));
    time = Date.UTC(2026, 0, 1, 23, 59);
    const later = await by.resume(pending, { decision: "later", token: pending.token }, context);
    expect(later).toMatchObject({ kind: "pending", token: pending.token, expires: pending.expires });
    time = Date.UTC(2026, 0, 2);
    expect(await approve(by, pending, {})).toMatchObject({
      kind: "stop",
      reason: "the answer was refused: its token expired at 2026-01-02T00:00:00.000Z",
    });
    expect(await approve(by, { ...pending, expires: Date.UTC(2027, 0, 1) }, {})).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("the verdict was changed"),
    });
    time = Number.NaN;
    expect((await approve(by, pending, {})).kind).toBe("stop");
  });

  it("is accepted for as long as the option says", async () => {
    const key = "key of the host, 32 bytes or more";
    let time = 0;
    const brief = engine({ now: () => time, lateAnswers: { key, lifetime: 1000 } }, ask);
    const pending = await pendingOf(brief);
    time = 999;
    expect(await approve(brief, pending, {})).toMatchObject({ kind: "allow" });
    const endless = engine({ now: () => time, lateAnswers: { key, lifetime: Number.POSITIVE_INFINITY } }, ask);
    expect(await pendingOf(endless)).not.toHaveProperty("expires");
    for (const lifetime of [0, -1, Number.NaN])
      expect(() => engine({ lateAnswers: { key, lifetime } })).toThrow("must be a positive number of milliseconds");
  });
});

describe("an enforcement of the application", () => {
  it("is applied again when a person answers later, and can stop the action then", async () => {
    let battery = 100;
    const made = engine(
      { enforcements: { check_battery: () => (battery < 10 ? { stop: "the battery is empty" } : undefined) } },
      `rule @battery priority 2 trigger Bank.Transfer check p enforce check_battery(10) end
       rule @ask trigger Bank.Transfer check q enforce user_inspection end`,
    );
    const pending = await made.before(transfer, context);
    if (pending.kind !== "pending" || pending.token === undefined) throw new Error(`it is ${pending.kind}`);
    battery = 1;
    const verdict = await made.resume(pending, { decision: "approve", token: pending.token }, context);
    expect(verdict).toMatchObject({ kind: "stop", reason: expect.stringContaining("the battery is empty") });
  });
});
