import { type Message, type Model, ModelError } from "@helve/agent";
import type { JsonObject, Trajectory } from "@helve/core";
import type { Sample } from "./sample.ts";
import type { TaskOptions } from "./task.ts";
import type { Solver } from "./task-state.ts";

/**
 * The parts of a task that scores finished runs: nothing runs, and no model is asked. A scorer that needs a model must name the model.
 *
 * @example
 * const log = readTranscripts(await readFile("log.json", "utf8"));
 * const recorded = task({ ...recordedRuns(log?.runs ?? []), scorer: [keepsRules(engine), trajectory({ maxCalls: 50 })] });
 */
export function recordedRuns(
  runs: readonly RecordedRun[],
): Required<Pick<TaskOptions, "dataset" | "solver" | "model">> {
  const byId = new Map<string, RecordedRun>();
  for (const [index, run] of runs.entries()) byId.set(unusedId(run.id ?? `run ${index + 1}`, byId), run);
  return {
    dataset: Array.from(byId, ([id, run]) => sampleOf(id, run)),
    solver: happened(byId),
    model: noModel,
  };
}

/** A finished run of an agent, as `readTranscripts` of `@helve/rule-tests` reads it from logs of other programs. */
export interface RecordedRun {
  readonly id?: string | undefined;
  readonly prompt?: string | undefined;
  readonly trajectory: Trajectory;
  /** The last text of the agent. */
  readonly answer?: string | undefined;
  readonly target?: string | readonly string[] | undefined;
  readonly metadata?: JsonObject | undefined;
}

/** Returns an id that is not used: with ` (2)` if it is. */
function unusedId(id: string, used: ReadonlyMap<string, unknown>): string {
  let free = id;
  for (let count = 2; used.has(free); count++) free = `${id} (${count})`;
  return free;
}

/** Makes a sample of a recorded run, so that scorers can score the run. */
function sampleOf(id: string, { prompt = "", target, metadata }: RecordedRun): Sample {
  return { id, input: prompt === "" ? "(The log has no prompt.)" : prompt, target, metadata };
}

/** Creates a solver that returns the recorded run. */
function happened(runs: ReadonlyMap<string, RecordedRun>): Solver {
  return (state) => {
    const run = runs.get(String(state.sample.id));
    if (run === undefined) throw new TypeError(`no run has the id ${JSON.stringify(state.sample.id)}`);
    const { trajectory, answer = "" } = run;
    return { ...state, trajectory, output: answer, messages: [...state.messages, ...messagesOf(run)] };
  };
}

/** The calls and the answer as messages of a conversation. */
function messagesOf({ trajectory, answer = "" }: RecordedRun): readonly Message[] {
  const calls = trajectory.flatMap(({ action: { id, name, args }, observation }, index): readonly Message[] => {
    const callId = `${index + 1} ${id}`;
    const { parts, isError } = observation ?? { parts: [], isError: true };
    return [
      { role: "assistant", parts: [{ type: "call", id: callId, name, arguments: JSON.stringify(args) }] },
      { role: "tool", callId, name, parts, isError },
    ];
  });
  return answer === "" ? calls : [...calls, { role: "assistant", parts: [{ type: "text", content: answer }] }];
}

const noModel: Model = {
  name: "recorded",
  // biome-ignore lint/correctness/useYield: it has no events
  async *generate() {
    throw new ModelError("request", "a recorded run asks no model: name the model of the scorer");
  },
};
