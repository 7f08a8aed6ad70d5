/** Runs the agent in four workers that are killed at random, while the database restarts and another process answers. */
import { DBOS } from "@dbos-inc/dbos-sdk";
import { HelveError } from "@helve/core";
import { PostgresServer } from "@helve/testing/postgres-server";
import { WorkerProcess } from "@helve/testing/worker-process";
import { type Bank, bank, untilReachable } from "./agent.ts";
import { countsOf, type RunEnd, type Trial } from "./counts.ts";
import { launch } from "./launch.ts";

/** The size of a trial. */
export interface TrialOptions {
  readonly runs: number;
  /** In each run. */
  readonly calls: number;
  readonly kills: number;
}

const workerCount = 4;

/** Runs a trial on a server of PostgreSQL of its own. */
export async function runTrial(options: TrialOptions, report: (line: string) => void): Promise<Trial> {
  const server = await PostgresServer.start();
  const driver = bank(server.url);
  const processes: WorkerProcess[] = [];
  try {
    await driver.pool.query("CREATE TABLE payments (key text NOT NULL, name text NOT NULL, amount integer NOT NULL)");
    await driver.pool.query("CREATE INDEX ON payments (key)");
    await launch(server.url, { name: "driver", takesRuns: false });
    const names = Array.from({ length: workerCount }, (_, index) => `worker-${index}`);
    const workers = names.map((name) => processOf("worker.ts", name, server.url));
    processes.push(...workers, processOf("answerer.ts", server.url));
    await Promise.all(processes.map((each) => each.start()));
    report(`${workerCount} workers and the process that answers have started`);
    const start = performance.now();
    for (let run = 0; run < options.runs; run++) await startRun(driver, run, options);
    const restart = async (): Promise<void> => {
      report("the database restarts");
      await server.end();
      await server.begin();
    };
    const over = new AbortController();
    const [disturbances, ends] = await Promise.all([
      disturb({ driver, workers, restart, report, signal: over.signal }, options),
      endsOf(driver, options).finally(() => over.abort()),
    ]);
    const time = (performance.now() - start) / 1000;
    return { ...(await countsOf(driver, ends, options)), ...disturbances, time };
  } finally {
    for (const each of processes) await each.kill();
    await DBOS.shutdown();
    await driver.pool.end();
    await server[Symbol.asyncDispose]();
  }
}

/** Creates a process of the demo. */
function processOf(file: string, ...args: readonly string[]): WorkerProcess {
  return new WorkerProcess(new URL(file, import.meta.url), args);
}

/** Starts a run. */
async function startRun({ agent }: Bank, run: number, { calls }: TrialOptions): Promise<void> {
  await agent.start(JSON.stringify({ run, calls }), { id: idOf(run) });
}

/** The id of a run. */
function idOf(run: number): string {
  return `run ${run}`;
}

interface Disturbed {
  readonly driver: Bank;
  readonly workers: readonly WorkerProcess[];
  restart(): Promise<void>;
  report(line: string): void;
  /** Aborted when all runs have ended: if payments are missing, some kills are never due. */
  readonly signal: AbortSignal;
}

/** Kills workers, evenly spread over the payments, and restarts the database in the middle. */
async function disturb(
  { driver, workers, restart, report, signal }: Disturbed,
  { runs, calls, kills: planned }: TrialOptions,
): Promise<{ readonly kills: number; readonly restarts: number }> {
  const isDue = async (share: number): Promise<boolean> => {
    const { rows } = await untilReachable(() => driver.pool.query("SELECT count(*) FROM payments"));
    return Number(rows[0]?.count) >= share * runs * calls;
  };
  // Some payments are rejected, so the last ones of the plan are never made.
  const shares = Array.from({ length: planned }, (_, kill) => (0.9 * (kill + 1)) / (planned + 1));
  const running = [...workers];
  const starting: Promise<void>[] = [];
  let [kills, restarts] = [0, 0];
  for (const [kill, share] of shares.entries()) {
    while (!signal.aborted && !(await isDue(share))) await new Promise((resolve) => setTimeout(resolve, 50));
    if (signal.aborted) break;
    while (running.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
    const [victim] = running.splice(Math.floor(Math.random() * running.length), 1);
    await victim?.kill();
    kills++;
    report(`kill ${kill + 1} of ${planned}`);
    if (kill === Math.floor(planned / 2)) {
      await restart();
      restarts++;
    }
    if (victim !== undefined) starting.push(startAgain(victim).then(() => void running.push(victim)));
  }
  await Promise.all(starting);
  return { kills, restarts };
}

/** Starts a worker that was killed. It can't start while the database restarts. */
async function startAgain(worker: WorkerProcess): Promise<void> {
  await untilReachable(() => worker.start());
}

/** Waits until all runs have ended. */
async function endsOf({ agent }: Bank, { runs }: TrialOptions): Promise<readonly RunEnd[]> {
  const ends: RunEnd[] = [];
  for (let run = 0; run < runs; run++) ends.push(await endOf(run));
  return ends;

  /** Waits for the end of a run, also while it waits for an answer. */
  async function endOf(run: number): Promise<RunEnd> {
    for (;;) {
      try {
        const { status, messages } = await agent.outcome(idOf(run));
        if (status !== "pending") return { status, messages };
      } catch (error) {
        if (HelveError.is(error)) return { status: error.message, messages: [] };
        // The database restarts.
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}
