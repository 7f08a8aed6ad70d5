import { type DurableAgent, type DurableBackend, durableAgent } from "@helve/durable";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import pg from "pg";
import { z } from "zod";
import { dictatedModel } from "../agents.ts";

/** The queue from which workers take runs. */
export const queue = "payments";

/** How long a worker counts as alive without a heartbeat, in milliseconds: longer than a restart of the database takes on a busy machine. */
export const lease = 4000;

const rules = `
  rule @large trigger pay check args.amount > 100 enforce user_inspection end
  rule @limit trigger pay check sum(step.args.amount of pay) + args.amount > 1000 enforce stop end
`;

/** The parts of each process. */
export interface Bank {
  readonly agent: DurableAgent;
  readonly pool: pg.Pool;
}

/**
 * Creates the agent of the system tests, which makes the payments that the user dictates. A payment is a row of the table `payments`. The first
 * payment to `dies before` or `dies after` ends its process, before or after the row is written. Of a payment to `… reconciled`, the tool finds
 * out whether it was made; the outcome of any other is unknown.
 */
export function bank(url: string, createBackend: (pool: pg.Pool) => DurableBackend): Bank {
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  pool.on("error", () => undefined); // a connection that was idle while the server ended
  const backend = createBackend(pool);
  const exists = async (query: string, value: string | undefined): Promise<boolean> =>
    (await pool.query(query, [value])).rows.length > 0;
  const die = async (to: string): Promise<void> => {
    const query = "INSERT INTO deaths (name) VALUES ($1) ON CONFLICT DO NOTHING RETURNING name";
    if (await exists(query, to)) process.kill(process.pid, "SIGKILL");
  };
  /** A moment in which the process, or the server, may end. */
  const moment = (): Promise<unknown> => pool.query("SELECT pg_sleep(random() / 5)").catch(() => undefined);
  /** Records a payment. Where the server has ended meanwhile, it looks whether the row is there, and writes it otherwise. */
  const record = async (key: string | undefined, to: string, amount: number): Promise<void> => {
    const insert = (): Promise<unknown> =>
      pool.query("INSERT INTO payments (key, name, amount) VALUES ($1, $2, $3)", [key, to, amount]);
    for (let attempt = insert(); ; ) {
      try {
        await attempt;
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
        attempt = exists("SELECT 1 FROM payments WHERE key = $1", key).then((isPaid) =>
          isPaid ? undefined : insert(),
        );
      }
    }
  };
  const pay = tool({
    name: "pay",
    description: "Pay somebody.",
    parameters: z.object({ to: z.string().describe("to whom"), amount: z.number().describe("how much") }),
    parallel: true,
    async reconcile({ args, idempotencyKey }) {
      if (!String(args["to"]).endsWith("reconciled")) return undefined;
      const isPaid = await exists("SELECT 1 FROM payments WHERE key = $1", idempotencyKey);
      return isPaid ? { ran: true, result: "it was paid" } : { ran: false };
    },
    async execute({ to, amount }, { idempotencyKey, signal }) {
      if (to === "slow")
        await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      if (to.startsWith("dies before")) await die(to);
      if (to.includes("random")) await moment();
      await record(idempotencyKey, to, amount);
      if (to.startsWith("dies after")) await die(to);
      if (to.includes("random")) await moment();
      return `paid ${amount} to ${to}`;
    },
  });
  const lateAnswers = { key: "at least 32 bytes that nobody can guess", ledger: backend.answers };
  const engine = new Engine(rules, { inspect: inspectLater(), lateAnswers });
  const executor = new ActionExecutor([pay], { guards: [engine], timeout: 600_000, guardTimeout: 600_000 });
  return { agent: durableAgent({ name: "payments", model: dictatedModel, executor, backend }), pool };
}
