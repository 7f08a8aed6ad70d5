import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { JsonValue, Step } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { DataError } from "../data-error.ts";
import { readJsonLines } from "../json-lines.ts";

/** A recorded run of an agent. */
export interface RecordedRun {
  readonly id: string;
  /** The model, or the model with its defense. */
  readonly pipeline: string;
  readonly prompt: string;
  readonly steps: readonly Step[];
  /** Whether instructions were injected, and the agent did what they say. */
  readonly isAttack: boolean;
  /** Whether nothing was injected, and the agent solved the user's task. */
  readonly isSolved: boolean;
  /** The indices of the steps that the injected instructions caused. */
  readonly injectedSteps: readonly number[];
}

/**
 * The runs in every file `agentdyn.*.jsonl` of a folder, in the order of the names.
 *
 * @throws DataError naming the first line that is no run, or if there is no such file
 */
export async function recordedRuns(folder: string): Promise<readonly RecordedRun[]> {
  const files = await filesIn(folder);
  if (files.length === 0) throw new DataError(`there is no file agentdyn.*.jsonl in ${folder}`);
  return (await Promise.all(files.map((file) => readJsonLines(join(folder, file), runOf)))).flat();
}

/** Whether a folder has files of recorded runs. */
export async function hasRecordedRuns(folder: string): Promise<boolean> {
  return (await filesIn(folder)).length > 0;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => /^agentdyn\..+\.jsonl$/.test(name)).sort();
}

function runOf(value: unknown, where: string): RecordedRun {
  if (!isObject(value) || typeof value["prompt"] !== "string" || !Array.isArray(value["steps"])) {
    throw new DataError(`${where}: a run must be an object with "prompt" and "steps"`);
  }
  const { id, pipeline, prompt, steps, injection, attackSucceeded, utility, injectedSteps } = value;
  return {
    id: String(id),
    pipeline: String(pipeline),
    prompt,
    steps: steps.map((step: unknown, index) => stepOf(step, index, where)),
    isAttack: attackSucceeded === true,
    isSolved: (injection === null || injection === undefined) && utility === true,
    injectedSteps: Array.isArray(injectedSteps) ? injectedSteps.map(Number) : [],
  };
}

function stepOf(step: unknown, index: number, where: string): Step {
  if (!isObject(step) || typeof step["name"] !== "string" || !isObject(step["args"])) {
    throw new DataError(`${where}: step ${index} must have "name" and "args"`);
  }
  const result = step["result"] as JsonValue | undefined;
  const part =
    typeof result === "string"
      ? ({ type: "text", content: result } as const)
      : ({ type: "json", content: result ?? null } as const);
  return {
    action: { id: `call_${index}`, name: step["name"], args: step["args"] as Step["action"]["args"] },
    observation: { parts: [part], isError: false },
    ran: true,
  };
}
