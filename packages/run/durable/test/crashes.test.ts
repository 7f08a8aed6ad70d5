import type { AgentOutcome } from "@helve/agent";
import { type DurableAgent, memoryBackend } from "@helve/durable";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bank, payCall, payingAgent, type Turn } from "./agents.ts";

const amounts = fc.array(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }), { maxLength: 3 });

/** One name for each call, so that each payment is known. */
function turnsOf(script: readonly (readonly number[])[]): readonly Turn[] {
  const calls = script.map((turn, row) => ({
    tool_calls: turn.map((amount, index) => payCall(`${row}.${index}`, amount)),
  }));
  return [...calls, "Done."];
}

const limit = 100;
const rules = `
  rule @large trigger pay check args.amount > 50 enforce user_inspection end
  rule @limit trigger pay check sum(step.args.amount of pay) + args.amount > ${limit} enforce stop end
`;

/** Waits until a run ends, and approves what it asks. */
async function ended(agent: DurableAgent, id: string): Promise<AgentOutcome> {
  for (;;) {
    const outcome = await agent.outcome(id);
    if (outcome.status !== "pending") return outcome;
    const answers = outcome.questions.map(({ id: question, token }) => [question, { decision: "approve", token }]);
    await agent.answer(id, Object.fromEntries(answers)).catch((error: { readonly code?: unknown }) => {
      if (error.code !== "answered" && error.code !== "not_waiting") throw error;
    });
  }
}

async function microtasks(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await undefined;
}

/** A moment: some turns of the event loop, in which decisions wait, and then some microtasks. */
async function pause([turns, more]: readonly [number, number]): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
  await microtasks(more);
}

describe("a run whose processes end at any moment", () => {
  it("pays each call at most once, keeps the limit, and ends with the answer", async () => {
    const moment = fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 60 }));
    const moments = fc.array(moment, { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(amounts, moments, fc.boolean(), async (script, crashes, parallel) => {
        const backend = memoryBackend();
        const bank = new Bank();
        const process = (): DurableAgent =>
          payingAgent({
            ...{ backend, bank, rules, turns: turnsOf(script) },
            tool: {
              parallel,
              reconcile: ({ idempotencyKey }) =>
                bank.paid.some(({ key }) => key === idempotencyKey)
                  ? { ran: true, result: "paid before" }
                  : { ran: false },
            },
            before: () => microtasks(7),
            after: () => microtasks(7),
          });
        let agent = process();
        const id = await agent.start("Pay.");
        for (const moment of crashes) {
          void ended(agent, id).catch(() => undefined); // what waits dies with the process
          await pause(moment);
          backend.restart();
          agent = process();
          await backend.recover();
        }
        const outcome = await ended(agent, id);
        expect(outcome).toMatchObject({ status: "finished", answer: "Done." });
        expect(new Set(bank.names).size).toBe(bank.paid.length);
        expect(bank.paid.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(limit);
        const results = outcome.messages.filter(({ role }) => role === "tool");
        expect(results).toHaveLength(script.flat().length);
        const stopped = results.filter((result) => JSON.stringify(result).includes("was stopped"));
        expect(bank.paid.length + stopped.length).toBe(results.length);
      }),
      { numRuns: runs(100) },
    );
  });
});
