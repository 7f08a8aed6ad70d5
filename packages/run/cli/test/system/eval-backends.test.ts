// `helve eval --backend`: runs in worker processes, of which one is killed.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@helve/testing/port";
import { PostgresServer, postgresPrograms } from "@helve/testing/postgres-server";
import { hasRedis, RedisServer } from "@helve/testing/redis-server";
import { missingRestate, RestateServer } from "@helve/testing/restate-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { folderWith } from "../helve.ts";

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
const fixture = fileURLToPath(new URL("../fixtures/deadly-evals.ts", import.meta.url));

/** An engine whose server a test starts. */
interface EngineServer extends AsyncDisposable {
  /** The variables in which the command finds it. */
  readonly environment: Readonly<Record<string, string>>;
}

const engines = [
  {
    name: "bullmq",
    isInstalled: hasRedis,
    async start(): Promise<EngineServer> {
      const server = await RedisServer.start();
      return { environment: { REDIS_URL: server.url }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
    },
  },
  {
    name: "dbos",
    isInstalled: postgresPrograms !== undefined,
    async start(): Promise<EngineServer> {
      const server = await PostgresServer.start();
      const environment = { DBOS_SYSTEM_DATABASE_URL: server.url };
      return { environment, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
    },
  },
  {
    name: "restate",
    isInstalled: missingRestate === undefined,
    async start(): Promise<EngineServer> {
      const server = await RestateServer.start();
      const environment = {
        RESTATE_INGRESS_URL: server.ingress,
        RESTATE_ADMIN_URL: server.admin,
        RESTATE_SERVICE_URL: `http://127.0.0.1:${await freePort()}`,
      };
      return { environment, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
    },
  },
];

describe.for(engines)("helve eval --backend $name", ({ name, isInstalled, start }) => {
  let server: EngineServer;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    if (isInstalled) server = await start();
  });
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await server?.[Symbol.asyncDispose]();
  });

  /** Starts `helve` in a process of its own. */
  function helve(args: readonly string[], folder: string) {
    const child = spawn(process.execPath, ["--conditions=@helve/source", "--no-warnings", main, ...args], {
      cwd: folder,
      env: { ...process.env, ...server.environment, DEADLY_FOLDER: folder },
    });
    children.push(child);
    let [out, err] = ["", ""];
    child.stdout.on("data", (text) => {
      out += text;
    });
    child.stderr.on("data", (text) => {
      err += text;
    });
    const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      child.once("close", (code) => resolve({ code, out, err }));
    });
    return { child, ended };
  }

  const scores = (folder: string): readonly unknown[] => {
    const [log = ""] = globSync("logs/*.jsonl", { cwd: folder });
    const entries = readFileSync(join(folder, log), "utf8").trimEnd().split("\n");
    const ends = entries.map((line) => JSON.parse(line)).filter(({ type }) => type === "sample_end");
    return ends.map(({ id, status, scores }) => [id, status, scores.match?.value]).sort();
  };

  it.skipIf(!isInstalled)("has the results of a run in one process although a worker is killed", async () => {
    const [direct, queued] = [folderWith(), folderWith()];
    await helve(["eval", `${fixture}#sums`], direct).ended;
    const { code, err } = await helve(
      ["eval", `${fixture}#deadly`, "--backend", name, "--workers", "2", "--max-samples", "4"],
      queued,
    ).ended;
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("a worker ended, and another one") });
    expect(existsSync(join(queued, "died"))).toBe(true);
    expect(scores(queued)).toEqual(scores(direct));
    expect(scores(queued)).toHaveLength(6);
  });

  it.skipIf(!isInstalled)("is resumed after its end without notice, and its workers end with it", async () => {
    const folder = folderWith();
    const task = `${fixture}#slow`;
    const first = helve(["eval", task, "--backend", name, "--workers", "1", "--max-samples", "1"], folder);
    await expect.poll(() => logged(folder)).toContain('"sample_end"');
    const workers = execFileSync("pgrep", ["-P", String(first.child.pid)], { encoding: "utf8" })
      .trim()
      .split("\n");
    first.child.kill("SIGKILL");
    await first.ended;
    await expect.poll(() => workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    const [log = ""] = globSync("logs/*.jsonl", { cwd: folder });
    const { code, err } = await helve(["eval", "--resume", log, "--backend", name, "--workers", "2"], folder).ended;
    expect({ code, err }).toMatchObject({ code: 0 });
    expect(new Set(scores(folder).map((score) => JSON.stringify(score))).size).toBe(6);
  });

  it.skipIf(!isInstalled)("uses a worker that was started elsewhere", async () => {
    const folder = folderWith();
    const worker = helve(["eval", "work", `${fixture}#sums`, "--backend", name, "--concurrency", "2"], folder);
    const { code } = await helve(["eval", `${fixture}#sums`, "--backend", name, "--workers", "0"], folder).ended;
    expect(code).toBe(0);
    expect(scores(folder)).toHaveLength(6);
    worker.child.kill("SIGINT");
    expect(await worker.ended).toMatchObject({ code: 130 });
  });

  it.skipIf(!isInstalled)("ends if no worker can start", async () => {
    const folder = folderWith();
    const { code, err } = await helve(["eval", `${fixture}#onlyHere`, "--backend", name], folder).ended;
    expect(code).toBe(2);
    expect(err).toContain("a worker ended before it took a sample");
  });
});

function logged(folder: string): string {
  const [log] = globSync("logs/*.jsonl", { cwd: folder });
  return log === undefined ? "" : readFileSync(join(folder, log), "utf8");
}
