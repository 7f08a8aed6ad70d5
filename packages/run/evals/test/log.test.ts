import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type EvalEvent,
  type EvalLog,
  evaluate,
  LogError,
  logOf,
  match,
  parseLog,
  reportHtml,
  task,
} from "@helve/evals";
import { loadModel, loadTask, readLog, resumeEval, runEval, viewCommand } from "@helve/evals/node";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sums } from "./fixtures/sums.ts";
import { calculator, modelOf } from "./tasks.ts";

const source = (name: string): string => `${fileURLToPath(new URL("fixtures/sums.ts", import.meta.url))}#${name}`;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "helve-evals-"));
});
afterAll(() => rm(folder, { recursive: true }));

const newFile = (): string => join(folder, `${crypto.randomUUID()}.jsonl`);

/** Reads all events of a run. */
async function drain(events: AsyncIterable<EvalEvent>): Promise<readonly EvalEvent[]> {
  const all: EvalEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** A log without what differs between any two runs: times and ids. */
function comparable({ samples, results, status }: EvalLog) {
  const ends = samples.map(({ id, epoch, end, events }) => {
    const { scores, output, status: ended, usage, messages } = end ?? {};
    return { id, epoch, scores, output, ended, usage, messages, events: events.map(({ type }) => type) };
  });
  return { status, results, ends };
}

/** The log of an uninterrupted run of the sums. */
async function wholeLog(): Promise<{ readonly file: string; readonly bytes: Uint8Array; readonly log: EvalLog }> {
  const { file, events } = await runEval(source("sums"), { log: newFile(), maxSamples: 1 });
  await drain(events);
  return { file, bytes: await readFile(file), log: await readLog(file) };
}

/** The paths of all members of a value in JSON, at any depth. */
function pathsIn(value: unknown): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[name], ...pathsIn(inner).map((path) => [name, ...path])]);
}

/** A copy with another value at a path. */
function withValue(target: object, [name = "", ...rest]: readonly string[], value: unknown): unknown {
  const inner: unknown = Reflect.get(target, name);
  const next = rest.length > 0 && typeof inner === "object" && inner !== null ? withValue(inner, rest, value) : value;
  return Array.isArray(target) ? target.with(Number(name), next) : { ...target, [name]: next };
}

describe("a log", () => {
  it("has what the run has found", async () => {
    const { log } = await wholeLog();
    expect(comparable(log)).toEqual(comparable(await logOf(evaluate(sums))));
    expect(log.start.task.source).toBe(source("sums"));
  });

  it("is named by the time and the task in a folder, which is created", async () => {
    const { file, events } = await runEval(sums, { log: join(folder, "new", "logs") });
    await drain(events);
    expect(file).toMatch(/new\/logs\/\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d_sums_[0-9a-f]{8}\.jsonl$/);
  });

  it("is not overwritten", async () => {
    const { file } = await wholeLog();
    const { events } = await runEval(sums, { log: file });
    await expect(drain(events)).rejects.toThrow("EEXIST");
  });

  it("can be read when it was cut at any byte, and then has what was whole", async () => {
    const { bytes, log } = await wholeLog();
    const startEnds = bytes.indexOf(10);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (length) => {
        const text = new TextDecoder().decode(bytes.subarray(0, length));
        if (length < startEnds) {
          expect(() => parseLog(text)).toThrow(LogError);
          return;
        }
        const read = parseLog(text);
        expect(read.samples.length).toBeLessThanOrEqual(log.samples.length);
        for (const [index, { end }] of read.samples.entries()) {
          if (end !== undefined) expect(end).toEqual(log.samples[index]?.end);
        }
        expect(read.status).toBe(length >= bytes.length - 1 ? "success" : "unfinished");
      }),
    );
  });

  it("is refused if a line in the middle is no entry, or the version is unknown", () => {
    const start = JSON.stringify({ type: "start", version: 1, samples: [], task: { name: "sums" } });
    expect(() => parseLog(`${start}\n{"type": "sa\n${start}\n`)).toThrow("line 2 of the log is no entry");
    expect(() => parseLog(`${start}\n{"type": "other"}\n\n`)).toThrow("line 2 of the log is no entry");
    expect(() => parseLog('{"type":"start","version":2}\n')).toThrow(
      "the log has the version 2, but only 1 can be read",
    );
    expect(() => parseLog('{"type":"end","results":{"scores":[]}}\n')).toThrow(
      "must begin with an entry of the type start",
    );
    expect(() => parseLog("")).toThrow("the log is empty");
  });

  it("is refused, and never breaks the report or a resumed run, whatever value a member has", async () => {
    const { bytes } = await wholeLog();
    const lines = new TextDecoder().decode(bytes).trimEnd().split("\n");
    const places = lines.flatMap((line, index) => pathsIn(JSON.parse(line)).map((path) => ({ index, path })));
    const odd = fc.constantFrom(undefined, null, 5, "text", {}, []);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), odd, async ({ index, path }, value) => {
        const damaged = lines.with(index, JSON.stringify(withValue(JSON.parse(lines[index] ?? ""), path, value)));
        try {
          const log = parseLog(`${damaged.join("\n")}\n`);
          reportHtml(log);
          await logOf(evaluate(sums, { resume: log }));
        } catch (error) {
          expect(error).toMatchObject({ code: expect.stringMatching(/^invalid_(?:log|task)$/) });
        }
      }),
    );
  });

  it("has its end when the run is cancelled, and when nobody reads the events any more", async () => {
    const controller = new AbortController();
    // The second request waits until it is cancelled.
    const waiting = () => {
      let count = 0;
      return modelOf(async ({ signal }) => {
        if (++count > 1) await new Promise((resolve) => signal?.addEventListener("abort", resolve));
        return "2";
      });
    };
    const options = () => ({ log: newFile(), maxSamples: 1, model: waiting() });
    const two = task({ dataset: [{ input: "1 + 1?" }, { input: "1 + 1?" }], scorer: match() });
    const cancelled = await runEval(two, { ...options(), signal: controller.signal });
    for await (const event of cancelled.events) if (event.type === "sample_end") controller.abort();
    expect((await readLog(cancelled.file)).status).toBe("cancelled");
    const left = await runEval(two, options());
    for await (const event of left.events) if (event.type === "sample_end") break;
    const log = await readLog(left.file);
    expect(log.status).toBe("cancelled");
    expect(log.samples[0]?.end?.status).toBe("success");
  });
});

describe("resumeEval", () => {
  it("runs only what is missing, and leaves the log of an uninterrupted run", async () => {
    const { bytes, log } = await wholeLog();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: bytes.indexOf(10), max: bytes.length }), async (length) => {
        const file = newFile();
        await writeFile(file, bytes.subarray(0, length));
        const before = (await readLog(file)).samples.filter(({ end }) => end?.status === "success").length;
        const { events } = await resumeEval(file);
        const ended = (await drain(events)).filter(({ type }) => type === "sample_end").length;
        expect(before + ended).toBe(6);
        expect(comparable(await readLog(file))).toEqual(comparable(log));
      }),
      { numRuns: runs(15) },
    );
  });

  it("runs failed and cancelled samples again", async () => {
    let isDown = true;
    const model = modelOf(() => (isDown ? new Error("down") : "2"), { name: "flaky" });
    const one = task({ dataset: [{ input: "1 + 1?", target: "2" }], scorer: match() });
    const { file, events } = await runEval(one, { log: newFile(), model });
    await drain(events);
    expect((await readLog(file)).status).toBe("error");
    isDown = false;
    await drain((await resumeEval(file, { task: one, model })).events);
    expect(await readLog(file)).toMatchObject({ status: "success", results: { succeeded: 1, failed: 0 } });
  });

  it("refuses a second run of a log at the same time, and runs no sample twice", async () => {
    const { bytes } = await wholeLog();
    const file = newFile();
    await writeFile(file, bytes.subarray(0, bytes.indexOf(10) + 1));
    const resumed = await Promise.all([resumeEval(file), resumeEval(file)]);
    const ran = await Promise.allSettled(resumed.map(({ events }) => drain(events)));
    expect(ran.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = ran.find(({ status }) => status === "rejected");
    expect(String((refused as PromiseRejectedResult).reason)).toContain("is in use by another run");
    expect((await readLog(file)).status).toBe("success");
    expect((await readFile(file, "utf8")).match(/"sample_end"/g)).toHaveLength(6);
  });

  it("refuses the log of another task, model or dataset", async () => {
    const { file } = await wholeLog();
    const other = (changes: object) => resumeEval(file, { task: { ...sums, ...changes } });
    await expect(other({ name: "products" })).rejects.toThrow("its task is sums, and now it is products");
    await expect(resumeEval(file, { task: sums, model: calculator })).rejects.toThrow(
      "its model is adder, and now it is scripted",
    );
    const changed = sums.samples.map((sample) => ({ ...sample, target: "?" }));
    await expect(other({ samples: changed })).rejects.toThrow("the sample 1 has changed since");
  });

  it("keeps the options of the run", async () => {
    const { file, events } = await runEval(source("sums"), { log: newFile(), limit: 2, epochs: 2 });
    await drain(events);
    await drain((await resumeEval(file)).events);
    expect((await readLog(file)).results?.total).toBe(4);
  });
});

describe("viewCommand", () => {
  it("writes the report beside the log, and never over the log", async () => {
    const { file, bytes } = await wholeLog();
    const printed: string[] = [];
    const terminal = {
      ...{ out: (text: string) => printed.push(text), err: () => undefined },
      ...{ isLive: false, cwd: folder, signal: new AbortController().signal },
    };
    const link = newFile();
    await symlink(file, link);
    for (const out of [file, link]) {
      await expect(viewCommand(file, { out }, terminal)).rejects.toThrow("--out must not be the log");
    }
    expect(await readFile(file)).toEqual(bytes);
    expect(await viewCommand(file, {}, terminal)).toBe(0);
    expect(printed).toEqual([`${basename(file, ".jsonl")}.html\n`]);
  });
});

describe("workers", () => {
  it("run the samples in threads, with the same results", async () => {
    const { log } = await wholeLog();
    const { file, events } = await runEval(source("sums"), { log: newFile(), workers: 2, model: source("model") });
    await drain(events);
    expect(comparable(await readLog(file))).toEqual(comparable(log));
  });

  it("report errors of samples, and that a thread has ended", async () => {
    const failed = await runEval(source("unlucky"), { log: newFile(), workers: 1, failOnError: false });
    await drain(failed.events);
    const ends = (await readLog(failed.file)).samples.map(({ end }) => end?.status);
    expect(ends).toEqual(["success", "error", "success"]);
    const ended = await runEval(source("ending"), { log: newFile(), workers: 1 });
    await drain(ended.events);
    expect((await readLog(ended.file)).samples[0]?.end?.error).toEqual({
      code: "worker",
      message: "the worker ended with the exit code 7",
    });
  });

  it("need the sources of the task and the model", async () => {
    await expect(runEval(sums, { workers: 2, model: calculator })).rejects.toThrow(
      "workers need the source of the task, not the task\nworkers need the source of the model, not the model",
    );
  });
});

describe("loadTask and loadModel", () => {
  it("load an export, also one that is a function, and name what there is", async () => {
    expect((await loadTask(source("unlucky"))).samples).toHaveLength(3);
    expect((await loadTask(source("sums"))).name).toBe("sums");
    expect((await loadTask(source("").slice(0, -1))).name).toBe("sums");
    await expect(loadTask(source("sum"))).rejects.toThrow('exports no task "sum" (did you mean "sums"?)');
    const broken = join(folder, "broken.mjs");
    await writeFile(broken, "throw new Error('no database')");
    await expect(loadTask(`${broken}#sums`)).rejects.toThrow(`${broken} can't be loaded: no database`);
    await expect(loadTask("#sums")).rejects.toThrow('"#sums" must name a module, such as evals/math.ts#sums');
    await expect(loadTask(source("toString"))).rejects.toThrow('exports no task "toString"');
  });

  it("load a model of a module, or one behind an API", async () => {
    expect((await loadModel(source("model"))).name).toBe("adder");
    expect((await loadModel("http://localhost:1/v1#qwen3", { env: {} })).name).toBe("qwen3");
    await expect(loadModel(source("sums"))).rejects.toThrow('exports no model "sums"');
  });
});
