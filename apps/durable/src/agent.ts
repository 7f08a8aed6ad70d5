/** The agent of the demo, which makes payments under rules that look back at the whole run. */
import { type Model, plainText, scriptedModel } from "@helve/agent";
import { type DurableAgent, durableAgent } from "@helve/durable";
import { dbosBackend } from "@helve/durable/dbos";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import pg from "pg";
import { z } from "zod";
import { type Task, turnsOf } from "./task.ts";

/** The queue from which workers take runs. */
export const queue = "payments";

/** After how long without a sign of life a worker counts as ended, in milliseconds. */
const lease = 5000;

/** Each payment says what was paid before it, so a decision on a stale history stops it. Calls that run at the same time may count. */
const rules = `
  rule @history_lacks_steps trigger pay check sum(step.args.amount of pay) < args.atLeast enforce stop end
  rule @history_has_others trigger pay check sum(step.args.amount of pay) > args.atMost enforce stop end
  rule @large trigger pay check args.amount > 100 enforce user_inspection end
`;

/** How the names of the rules begin that stop a payment on a stale history. */
export const historyRules = "@history";

/** The parts of each process. */
export interface Bank {
  readonly agent: DurableAgent;
  readonly pool: pg.Pool;
}

/** Creates the agent, and its connections. A payment is a row of the table `payments`. */
export function bank(url: string): Bank {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on("error", () => undefined); // a connection that was idle while the server ended
  const backend = dbosBackend({ database: pool, queue, lease });

  /** A moment in which the process, or the server, may end. */
  const moment = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
  const isPaid = (key: string | undefined) =>
    untilReachable(async () => (await pool.query("SELECT 1 FROM payments WHERE key = $1", [key])).rows.length > 0);

  const pay = tool({
    name: "pay",
    description: "Pay somebody.",
    parameters: z.object({
      to: z.string().describe("to whom"),
      amount: z.number().describe("how much"),
      atLeast: z.number().describe("what was paid in earlier messages"),
      atMost: z.number().describe("the same, with the other calls of this message"),
    }),
    parallel: true,
    async reconcile({ idempotencyKey }) {
      return (await isPaid(idempotencyKey)) ? { ran: true, result: "it was paid" } : { ran: false };
    },
    async execute({ to, amount }, { idempotencyKey }) {
      await moment();
      await untilReachable(async (isRepeated) => {
        // The connection may have ended after the payment was made.
        if (isRepeated && (await isPaid(idempotencyKey))) return;
        await pool.query("INSERT INTO payments (key, name, amount) VALUES ($1, $2, $3)", [idempotencyKey, to, amount]);
      });
      await moment();
      return `paid ${amount} to ${to}`;
    },
  });
  const lateAnswers = { key: "at least 32 bytes that nobody can guess", ledger: backend.answers };
  const engine = new Engine(rules, { inspect: inspectLater(), lateAnswers });
  const executor = new ActionExecutor([pay], { guards: [engine], timeout: 600_000, guardTimeout: 600_000 });
  return { agent: durableAgent({ name: "payments", model, executor, backend, limits: { steps: 10_000 } }), pool };
}

/** A model that makes the payments of the task that the user writes. It answers by how many messages it has written, so each process can have one. */
const model: Model = {
  name: "script",
  async *generate(request) {
    const first = request.messages.find(({ role }) => role === "user");
    const task = JSON.parse(first?.role === "user" ? plainText(first.parts) : "") as Task;
    const written = request.messages.filter(({ role }) => role === "assistant").length;
    const turn = turnsOf(task)[written];
    const calls = turn?.map((payment) => ({ function: { name: "pay", arguments: JSON.stringify(payment) } }));
    yield* scriptedModel([calls === undefined ? "Done." : { tool_calls: calls }]).generate(request);
  },
};

/** Repeats work while the database can't be reached. */
export async function untilReachable<Result>(work: (isRepeated: boolean) => Promise<Result>): Promise<Result> {
  for (let isRepeated = false; ; isRepeated = true) {
    try {
      return await work(isRepeated);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
