import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type FinishedSample,
  type QueuedSample,
  readLog,
  resumeEval,
  runEval,
  type SampleHandler,
  type SampleOutcome,
  type SampleQueue,
  sampleHandler,
} from "@helve/evals/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sums, sumsOf } from "./fixtures/sums.ts";

const source = (name: string): string => `${fileURLToPath(new URL("fixtures/sums.ts", import.meta.url))}#${name}`;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "helve-evals-"));
});
afterAll(() => rm(folder, { recursive: true }));

const newFile = (): string => join(folder, `${crypto.randomUUID()}.jsonl`);
const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

/** A queue in this process, whose items and results are JSON as in one of a server. It counts how often the handler is called. */
class TestQueue implements SampleQueue {
  processed = 0;
  readonly #handler: SampleHandler;
  readonly #items = new Map<
    string,
    { readonly controller: AbortController; readonly outcome: Promise<SampleOutcome> }
  >();

  constructor(handler: SampleHandler) {
    this.#handler = handler;
  }

  async submit(run: string, items: readonly { readonly id: string; readonly value: QueuedSample }[]): Promise<void> {
    for (const { id, value } of items) {
      if (this.#items.has(`${run} ${id}`)) continue;
      this.processed++;
      const controller = new AbortController();
      const outcome = this.#handler(json(value), controller).then(
        (result): SampleOutcome => ({ status: "done", result: json<FinishedSample>(result) }),
        (error: Error): SampleOutcome => ({ status: "failed", error: { code: "error", message: error.message } }),
      );
      this.#items.set(`${run} ${id}`, { controller, outcome });
    }
  }

  async outcome(run: string, id: string): Promise<SampleOutcome> {
    const item = this.#items.get(`${run} ${id}`);
    if (item === undefined) throw new Error("no such item");
    return item.outcome;
  }

  async cancel(run: string, ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#items.get(`${run} ${id}`)?.controller.abort(new Error("cancelled"));
  }
}

async function ended({ events }: Awaited<ReturnType<typeof runEval>>): Promise<void> {
  for await (const _ of events);
}

/** A log without times and ids. */
async function comparable(file: string): Promise<unknown> {
  const { samples, results, status } = await readLog(file);
  const ends = samples.map(({ id, epoch, sample, end, events }) => {
    const { scores, output, usage, messages } = end ?? {};
    return { id, epoch, sample, scores, output, usage, messages, events: events.map(({ type }) => type) };
  });
  return { status, results, ends };
}

describe("a run in a queue", () => {
  it("has the log of a run in one process", async () => {
    const [direct, queued] = [newFile(), newFile()];
    await ended(await runEval(source("sums"), { log: direct }));
    const queue = new TestQueue(await sampleHandler(source("sums"), { model: source("model") }));
    await ended(await runEval(source("sums"), { log: queued, queue, epochs: 1, limits: { tokens: Infinity } }));
    expect(await comparable(queued)).toEqual(await comparable(direct));
  });

  it("takes the results of samples that ended while its process did not run, when it is resumed", async () => {
    const file = newFile();
    const queue = new TestQueue(await sampleHandler(source("sums")));
    await ended(await runEval(source("sums"), { log: file, queue }));
    const text = await readFile(file, "utf8");
    await writeFile(file, text.slice(0, text.indexOf('{"type":"sample_start"')));
    await ended(await resumeEval(file, { queue }));
    expect((await readLog(file)).results).toMatchObject({ total: 6, succeeded: 6 });
    expect(queue.processed).toBe(6);
  });

  it("runs failed samples again when it is resumed", async () => {
    const file = newFile();
    const queue = new TestQueue(await sampleHandler(source("unlucky")));
    await ended(await runEval(source("unlucky"), { log: file, queue, failOnError: false }));
    expect((await readLog(file)).results).toMatchObject({ succeeded: 2, failed: 1 });
    await ended(await resumeEval(file, { queue }));
    expect(queue.processed).toBe(4);
  });

  it("logs a sample as failed that its worker does not have, or has changed", async () => {
    const file = newFile();
    const queue = new TestQueue(await sampleHandler(source("unlucky")));
    await ended(await runEval(sumsOf(1), { log: file, queue }));
    const [sample] = (await readLog(file)).samples;
    expect(sample?.end?.error?.message).toMatch(/has no such sample 1: start it with the task of the run$/);
  });

  it("cancels its samples when it is cancelled", async () => {
    const controller = new AbortController();
    const queue = new TestQueue(async (_, { signal }) => {
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
      controller.abort();
      return aborted;
    });
    const file = newFile();
    await ended(await runEval(sums, { log: file, queue, signal: controller.signal, maxSamples: 2 }));
    const { status, samples } = await readLog(file);
    expect([status, ...samples.map(({ end }) => end?.status)]).toEqual(["cancelled", "cancelled"]);
  });

  it("has no threads", async () => {
    const queue = new TestQueue(await sampleHandler(source("sums")));
    const message = "workers are threads, and a queue has workers of its own";
    await expect(runEval(source("sums"), { queue, workers: 2 })).rejects.toThrow(message);
  });
});
