import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { median } from "./quantile.ts";

/**
 * Measures `POST /call` of a server against the same handler in bare Hono: calls a second, how much time of the processor a call takes, and how
 * long the slowest of many concurrent calls take. Hono runs with the defaults of its adaptor for Node, which replace the global `Request` and
 * `Response` of the process by faster ones, and without them, as `@helve/server` does. So it needs a process of its own.
 */
export async function compareServer(): Promise<void> {
  const children = [start("defaults"), start("standard")];
  try {
    const contenders: Contender[] = [];
    for (const child of children) {
      const [ports] = (await once(child, "message")) as [Readonly<Record<string, number>>];
      contenders.push(...Object.entries(ports).map(([name, port]) => [name, port, child] as const));
    }
    for (const [, port] of contenders) await load(port, { connections: 64, calls: 5_000 });
    print(await rounds(contenders, { connections: 64, calls: 20_000 }), "64 concurrent calls");
    print(await rounds(contenders, { connections: 2_000, calls: 20_000 }), "2,000 concurrent calls");
  } finally {
    for (const child of children) child.kill();
  }
}

/** Starts a process of contenders, which sends its ports when it is ready. */
function start(globals: "defaults" | "standard"): ChildProcess {
  return fork(fileURLToPath(new URL("server/contenders.ts", import.meta.url)), [globals]);
}

interface Load {
  readonly connections: number;
  readonly calls: number;
}

/** What one round measured of one contender. */
interface Measured {
  readonly perSecond: number;
  readonly cpu: number;
  readonly p50: number;
  readonly p99: number;
}

type Contender = readonly [name: string, port: number, child: ChildProcess];

/** Measures the contenders in turn, round after round. */
async function rounds(contenders: readonly Contender[], amount: Load) {
  const measured = contenders.map(([name]) => ({ name, results: [] as Measured[] }));
  for (let round = 0; round < 7; round++) {
    for (const [index, [, port, child]] of contenders.entries()) {
      const before = await cpuOf(child);
      const started = performance.now();
      const times = (await load(port, amount)).sort((a, b) => a - b);
      const seconds = (performance.now() - started) / 1000;
      const cpu = ((await cpuOf(child)) - before) / amount.calls;
      const at = (part: number): number => times[Math.floor(times.length * part)] ?? Number.NaN;
      measured[index]?.results.push({ perSecond: amount.calls / seconds, cpu, p50: at(0.5), p99: at(0.99) });
    }
  }
  return measured;
}

/** The time that the server's process has used, in microseconds. */
async function cpuOf(child: ChildProcess): Promise<number> {
  child.send("cpu");
  const [{ user, system }] = (await once(child, "message")) as [NodeJS.CpuUsage];
  return user + system;
}

/** Sends calls over connections that each wait for an answer before the next call. @returns how long each took, in milliseconds */
async function load(port: number, { connections, calls }: Load): Promise<number[]> {
  const times: number[] = [];
  let remaining = calls;
  const connection = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      let [started, answer] = [0, ""];
      const next = (): void => {
        if (remaining-- <= 0) {
          socket.end();
          resolve();
          return;
        }
        [started, answer] = [performance.now(), ""];
        socket.write(request(port));
      };
      socket.setNoDelay(true);
      socket.on("connect", next);
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        answer += chunk.toString("latin1");
        if (!answer.endsWith('"id":"call_1"}')) return;
        if (!answer.startsWith("HTTP/1.1 200")) return reject(new Error(answer));
        times.push(performance.now() - started);
        next();
      });
    });
  await Promise.all(Array.from({ length: connections }, connection));
  return times;
}

const body = '{"jsonrpc":"2.0","method":"add","params":{"x":1,"y":2},"id":"call_1"}';

function request(port: number): string {
  return [
    "POST /opentool/call HTTP/1.1",
    `host: 127.0.0.1:${port}`,
    `authorization: Bearer ${"k".repeat(32)}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
}

function print(measured: Awaited<ReturnType<typeof rounds>>, title: string): void {
  const [first] = measured;
  const table = measured.map(({ name, results }) => {
    const ratios = (of: (result: Measured) => number): readonly number[] =>
      results.map((result, round) => of(result) / of(first?.results[round] ?? result));
    return {
      [title]: name,
      "calls/s": Math.round(median(results.map(({ perSecond }) => perSecond))),
      "ratio of calls/s": round3(median(ratios(({ perSecond }) => perSecond))),
      "CPU µs a call": round3(median(results.map(({ cpu }) => cpu))),
      "ratio by CPU": round3(1 / median(ratios(({ cpu }) => cpu))),
      "p50 ms": round3(median(results.map(({ p50 }) => p50))),
      "p99 / p50": round3(median(results.map(({ p50, p99 }) => p99 / p50))),
    };
  });
  // biome-ignore lint/suspicious/noConsole: the table is what this is for
  console.table(table);
}

function round3(value: number): number {
  return Number(value.toPrecision(3));
}
