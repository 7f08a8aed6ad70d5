import type { Model } from "@helve/agent";
import {
  type EvalEvent,
  type EvalLog,
  evaluate,
  generate,
  logOf,
  match,
  reportHtml,
  type Score,
  type Solver,
  type TaskState,
  task,
} from "@helve/evals";
import { readDataset, runEval } from "@helve/evals/node";
import { expectTypeOf, it } from "vitest";

const model = {} as Model;

it("a task is typed, and its options are checked", () => {
  task({
    dataset: [{ input: "?" }],
    scorer: match(),
    solver: [generate(), (state) => ({ ...state, output: "" })],
    model,
  });
  // @ts-expect-error a sample needs an input
  task({ dataset: [{ target: "?" }], scorer: match() });
  // @ts-expect-error a scorer is required
  task({ dataset: [{ input: "?" }] });
  // @ts-expect-error a location is one of four
  match({ location: "middle" });
});

it("a solver gets the state, what generates, and what scores", () => {
  const solver: Solver = async (state, run, { score }) => {
    expectTypeOf(state).toEqualTypeOf<TaskState>();
    expectTypeOf(await run(state)).toEqualTypeOf<TaskState>();
    expectTypeOf(await score(state)).toEqualTypeOf<Readonly<Record<string, Score>>>();
    // @ts-expect-error a state is not changed in place
    state.output = "";
    return state;
  };
  expectTypeOf(solver).returns.toEqualTypeOf<TaskState | Promise<TaskState>>();
});

it("events are discriminated by their type, and a log is the same for files and runs", async () => {
  const sums = task({ dataset: await readDataset("sums.csv"), scorer: match() });
  for await (const event of evaluate(sums, { model })) {
    expectTypeOf(event).toEqualTypeOf<EvalEvent>();
    if (event.type === "end") expectTypeOf(event.results.total).toEqualTypeOf<number>();
    if (event.type === "progress") expectTypeOf(event.left).toEqualTypeOf<number | undefined>();
  }
  expectTypeOf(await logOf((await runEval(sums, { model: "gpt-5" })).events)).toEqualTypeOf<EvalLog>();
  expectTypeOf(reportHtml).parameters.toEqualTypeOf<[log: EvalLog]>();
});
