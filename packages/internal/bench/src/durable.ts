import { DBOS } from "@dbos-inc/dbos-sdk";
import { type Model, scriptedModel } from "@helve/agent";
import { durableAgent } from "@helve/durable";
import { dbosBackend } from "@helve/durable/dbos";
import { ActionExecutor } from "@helve/executor";
import { PostgresServer } from "@helve/testing/postgres-server";
import { tool } from "@helve/tool";
import pg from "pg";
import { z } from "zod";
import { markdown } from "./markdown.ts";
import { questionsTable } from "./waiting-questions.ts";

/**
 * A Markdown table of the throughput of durable agents, and of workflows of DBOS that have the same steps and do nothing else: both on one
 * PostgreSQL, in turns. A second table is about many waiting questions.
 */
export async function durableTable(): Promise<string> {
  const server = await PostgresServer.start();
  const pool = new pg.Pool({ connectionString: server.url, max: 10 });
  pool.on("error", () => undefined);
  let queries = 0;
  const database = {
    query(text: string, values?: readonly unknown[]) {
      queries++;
      return pool.query<Record<string, unknown>>(text, values && [...values]);
    },
  };
  const backend = dbosBackend({ database });
  const executor = new ActionExecutor([pay]);
  const agent = durableAgent({ name: "bench", model, executor, backend, limits: { steps: calls + 1 } });
  const bare = DBOS.registerWorkflow(bareRun, { name: "bare" });
  DBOS.setConfig({ name: "bench", systemDatabaseUrl: server.url, executorID: "bench", logLevel: "error" });
  await DBOS.launch();
  try {
    const rows = [];
    for (const runs of [1, 25]) {
      const samples: { readonly bare: number; readonly agent: number }[] = [];
      // The first round, in which functions are not compiled yet, does not count.
      for (let round = 0; round <= rounds; round++) {
        if (round === 1) queries = 0;
        const bareTime = await timeOf(runs, async () => (await DBOS.startWorkflow(bare)()).getResult());
        const agentTime = await timeOf(runs, async () => agent.outcome(await agent.start("Pay.")));
        if (round > 0) samples.push({ bare: bareTime, agent: agentTime });
      }
      const ratios = samples.map((sample) => sample.bare / sample.agent);
      const speed = (kind: "bare" | "agent"): string =>
        ((1000 * runs * calls) / median(samples.map((sample) => sample[kind]))).toFixed(0);
      const spread = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
      const ofCall = (queries / (rounds * runs * calls)).toFixed(2);
      rows.push([`${runs}`, speed("bare"), speed("agent"), median(ratios).toFixed(2), spread, ofCall]);
    }
    const table = markdown(
      ["runs at the same time", "DBOS, calls/s", "Helve, calls/s", "ratio", "spread", "Helve's queries a call"],
      rows,
    );
    return `${table}\n${await questionsTable(pool)}`;
  } finally {
    await DBOS.shutdown();
    await pool.end();
    await server[Symbol.asyncDispose]();
  }
}

/** How many calls a run has; each comes in a message of its own. */
const calls = 20;
const rounds = 9;

const pay = tool({
  name: "pay",
  description: "Pay somebody.",
  parameters: z.object({ to: z.string().describe("to whom") }),
  execute: ({ to }) => `paid ${to}`,
});

/** Calls `pay` in each message, and then ends. */
const model: Model = {
  name: "script",
  async *generate(request) {
    const written = request.messages.filter(({ role }) => role === "assistant").length;
    const call = { function: { name: "pay", arguments: JSON.stringify({ to: `${written}` }) } };
    yield* scriptedModel([written === calls ? "Done." : { tool_calls: [call] }]).generate(request);
  },
};

/** Runs the steps of a run without Helve. */
async function bareRun(): Promise<void> {
  for (let step = 0; step < 2 * calls + 1; step++)
    await DBOS.runStep(async () => `paid ${step}`, { name: `step ${step}` });
}

/** Returns the time in milliseconds until several runs, started together, have all ended. */
async function timeOf(runs: number, run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: runs }, run));
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
