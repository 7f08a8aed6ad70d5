import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Step } from "@helve/core";
import { z } from "zod";
import { DataError } from "../data-error.ts";
import { readJsonLines } from "../json-lines.ts";

/**
 * The runs in every file `agentdyn.*.jsonl` and `*.runs.jsonl` of a folder, in the order of the names.
 *
 * @throws DataError naming the first line that is no run, or if there is no such file
 */
export async function recordedRuns(folder: string): Promise<readonly RecordedRun[]> {
  const files = await filesIn(folder);
  if (files.length === 0) throw new DataError(`there is no file agentdyn.*.jsonl or *.runs.jsonl in ${folder}`);
  const expected = 'a run must be an object with "prompt" and "steps"';
  const runs = await Promise.all(files.map((file) => readJsonLines(join(folder, file), runSchema, expected)));
  return runs.flat();
}

const stepSchema = z.object({ name: z.string(), args: z.record(z.string(), z.json()), result: z.json().default(null) });
/** A member that a line may leave out. */
const anything = z.unknown().optional();
const runSchema = z
  .object({
    id: anything.transform(String),
    pipeline: anything.transform(String).describe("the model, or the model with its defense"),
    prompt: z.string(),
    steps: z.array(stepSchema),
    injection: anything,
    attackSucceeded: anything,
    utility: anything,
    injected: z.array(z.string()).catch([]).describe("the texts that were injected, as they stand in the results"),
    injectedSteps: z.array(z.number()).catch([]).describe("the indices of the steps that injected instructions caused"),
  })
  .transform(({ steps, injection, attackSucceeded, utility, ...run }) => ({
    ...run,
    steps: steps.map(stepOf),
    /** Whether instructions were injected, and the agent did what they say. */
    isAttack: attackSucceeded === true,
    /** Whether nothing was injected, and the agent solved the user's task. */
    isSolved: (injection ?? null) === null && utility === true,
  }));

/** A recorded run of an agent. */
export type RecordedRun = z.infer<typeof runSchema>;

/** Whether a folder has files of recorded runs. */
export async function hasRecordedRuns(folder: string): Promise<boolean> {
  return (await filesIn(folder)).length > 0;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => /^agentdyn\..+\.jsonl$|\.runs\.jsonl$/.test(name)).sort();
}

/** Converts a recorded step to a step of a session. */
function stepOf({ name, args, result }: z.infer<typeof stepSchema>, index: number): Step {
  const part =
    typeof result === "string"
      ? { type: "text" as const, content: result }
      : { type: "json" as const, content: result };
  return { action: { id: `call_${index}`, name, args }, observation: { parts: [part], isError: false }, ran: true };
}
