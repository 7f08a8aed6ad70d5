import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonValue, Step } from "@helve/core";
import { isObject, jsonSyntaxIssue } from "@helve/core/internal";
import { DataError } from "../data-error.ts";

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
 * @throws DataError naming the first line that is no run
 */
export async function recordedRuns(folder: string): Promise<readonly RecordedRun[]> {
  const files = (await readdir(folder)).filter((name) => /^agentdyn\..+\.jsonl$/.test(name)).sort();
  if (files.length === 0) throw new DataError(`there is no file agentdyn.*.jsonl in ${folder}`);
  const runs: RecordedRun[] = [];
  for (const file of files) {
    const lines = (await readFile(join(folder, file), "utf8")).split("\n");
    for (const [index, line] of lines.entries()) {
      if (line.trim() !== "") runs.push(parseRun(line, `${file}:${index + 1}`));
    }
  }
  return runs;
}

function parseRun(line: string, location: string): RecordedRun {
  const issue = jsonSyntaxIssue(line);
  if (issue !== undefined) throw new DataError(`${location}: ${issue.message}`);
  const value: unknown = JSON.parse(line);
  if (!isObject(value) || typeof value["prompt"] !== "string" || !Array.isArray(value["steps"])) {
    throw new DataError(`${location}: a run must be an object with "prompt" and "steps"`);
  }
  const { id, pipeline, prompt, steps, injection, attackSucceeded, utility, injectedSteps } = value;
  return {
    id: String(id),
    pipeline: String(pipeline),
    prompt,
    steps: steps.map((step: unknown, index) => stepOf(step, index, location)),
    isAttack: attackSucceeded === true,
    isSolved: (injection === null || injection === undefined) && utility === true,
    injectedSteps: Array.isArray(injectedSteps) ? injectedSteps.map(Number) : [],
  };
}

function stepOf(step: unknown, index: number, location: string): Step {
  if (!isObject(step) || typeof step["name"] !== "string" || !isObject(step["args"])) {
    throw new DataError(`${location}: step ${index} must have "name" and "args"`);
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
