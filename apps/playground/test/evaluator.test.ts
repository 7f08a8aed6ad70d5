import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Evaluation, EvaluationRequest, WorkerRequest, WorkerResponse } from "../src/evaluation.ts";
import { Evaluator } from "../src/evaluator.ts";

/** The workers that were started; the test answers for them. */
let workers: FakeWorker[] = [];

class FakeWorker extends EventTarget {
  readonly sent: WorkerRequest[] = [];
  isTerminated = false;

  constructor() {
    super();
    workers.push(this);
  }

  postMessage(request: WorkerRequest): void {
    this.sent.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(data: WorkerResponse): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  /** Answers the latest request with a verdict. */
  decide(message: string): void {
    const evaluation: Evaluation = { ruleIssues: [{ code: "x", message }], problems: [], steps: [] };
    this.say({ id: this.sent.at(-1)?.id ?? 0, type: "verdict", evaluation });
  }
}

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
  vi.stubGlobal("Worker", FakeWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function evaluator() {
  const [verdicts, failures]: [string[], string[]] = [[], []];
  const started = new Evaluator({
    verdict: ({ ruleIssues }) => verdicts.push(ruleIssues[0]?.message ?? ""),
    details: () => undefined,
    failed: (message, wants) => failures.push(wants === "verdict" ? message : `${wants}: ${message}`),
  });
  return { evaluator: started, verdicts, failures };
}

const request = (text: string): EvaluationRequest => ({
  rules: "",
  tests: "",
  context: "",
  input: { kind: "shell", text },
});
const latest = (): FakeWorker => workers.at(-1) ?? new FakeWorker();
const ready: WorkerResponse = { id: 0, type: "loading" };

it("starts no worker before the first request", () => {
  evaluator();
  expect(workers).toEqual([]);
});

it("evaluates the newest of the requests that wait, and shows only its verdict", () => {
  const { evaluator: one, verdicts } = evaluator();
  one.evaluate(request("a"));
  latest().say(ready);
  one.evaluate(request("b"));
  one.evaluate(request("c"));
  latest().decide("a");
  latest().decide("c");
  expect(latest().sent.map((sent) => sent.request.input.text)).toEqual(["a", "c"]);
  expect(verdicts).toEqual(["c"]);
});

it("ends a worker that takes too long, says so, and evaluates the next request in another one", () => {
  const { evaluator: one, verdicts, failures } = evaluator();
  one.evaluate(request("quick"));
  latest().say(ready);
  latest().decide("quick");
  one.evaluate(request("endless"));
  vi.advanceTimersByTime(10_001);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  expect(failures).toEqual(["the evaluation took too long and was ended"]);
  one.evaluate(request("next"));
  latest().say(ready);
  latest().decide("next");
  expect(verdicts).toEqual(["quick", "next"]);
});

it("waits longer while code is loaded", () => {
  const { evaluator: one, verdicts, failures } = evaluator();
  one.evaluate(request("quick"));
  latest().say(ready);
  latest().decide("quick");
  one.evaluate(request("python"));
  latest().say({ id: latest().sent.at(-1)?.id ?? 0, type: "loading" });
  vi.advanceTimersByTime(30_000);
  latest().decide("python");
  expect(failures).toEqual([]);
  expect(verdicts).toEqual(["quick", "python"]);
});

it("says once that the code can't be loaded, and starts another worker only when asked to", () => {
  const { evaluator: one, verdicts, failures } = evaluator();
  one.evaluate(request("a"));
  latest().dispatchEvent(new Event("error"));
  vi.advanceTimersByTime(10 * 60_000);
  expect(failures).toEqual(["the code of the playground can't be loaded: check the connection"]);
  one.evaluate(request("b"));
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  one.retry(request("c"));
  latest().say(ready);
  latest().decide("c");
  expect(verdicts).toEqual(["c"]);
});

it("says that the code can't be loaded if the worker is silent for a minute", () => {
  const { evaluator: one, failures } = evaluator();
  one.evaluate(request("a"));
  vi.advanceTimersByTime(10 * 60_000);
  expect(failures).toEqual(["the code of the playground can't be loaded: check the connection"]);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
});

it("is silent about a worker that can't start before anything is evaluated", () => {
  const { evaluator: one, verdicts, failures } = evaluator();
  one.start();
  latest().say({ id: 0, type: "unloaded" });
  expect(failures).toEqual([]);
  one.evaluate(request("a"));
  latest().say(ready);
  latest().decide("a");
  expect(verdicts).toEqual(["a"]);
});

it("says that the code for an input can't be loaded, and evaluates the next one", () => {
  const { evaluator: one, verdicts, failures } = evaluator();
  one.evaluate(request("python"));
  latest().say(ready);
  const { id = 0 } = latest().sent.at(-1) ?? {};
  latest().say({ id, type: "loading" });
  latest().say({ id, type: "unloaded" });
  expect(failures).toEqual(["the code of the playground can't be loaded: check the connection"]);
  one.evaluate(request("ls"));
  latest().say(ready);
  latest().decide("ls");
  expect(verdicts).toEqual(["ls"]);
});

it("keeps the verdict when the tests take too long", () => {
  const { evaluator: one, verdicts, failures } = evaluator();
  one.evaluate(request("a"));
  latest().say(ready);
  latest().decide("a");
  vi.advanceTimersByTime(60_000);
  expect(verdicts).toEqual(["a"]);
  expect(failures).toEqual(["details: the evaluation took too long and was ended"]);
});

it("computes the details again after a change of the rules, not of the input", () => {
  const { evaluator: one } = evaluator();
  const evaluated = (changes: Partial<EvaluationRequest>): WorkerRequest["wants"] | undefined => {
    one.evaluate({ ...request("a"), ...changes });
    if (workers.length === 1 && latest().sent.length === 0) latest().say(ready);
    latest().decide("decided");
    vi.advanceTimersByTime(1000);
    const { id = 0, wants } = latest().sent.at(-1) ?? {};
    if (wants === "details") latest().say({ id, type: "details", details: { ruleTokens: [], testTokens: [] } });
    return wants;
  };
  expect(evaluated({ rules: "one" })).toBe("details");
  expect(evaluated({ rules: "one", input: { kind: "shell", text: "b" } })).toBe("verdict");
  expect(evaluated({ rules: "two" })).toBe("details");
  one.forgetDetails();
  expect(evaluated({ rules: "two" })).toBe("details");
});
