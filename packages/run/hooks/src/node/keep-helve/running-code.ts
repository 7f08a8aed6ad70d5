/** Evaluates code of earlier calls that still runs: it may run the files that a call writes. */
import type { Action, Step, Trajectory } from "@helve/core";
import { quotedShellWord } from "@helve/core/internal";
import type { CallEffects } from "@helve/predicates";
import { type Answer, unsure } from "./answer.ts";
import { eachInside } from "./inside-code.ts";
import type { Calls, Reading } from "./reading.ts";

/** Evaluates code that is still running, with the files that the call writes. Effects that it had before are not counted again. */
export async function whatRuns(
  action: Action,
  {
    written,
    earlierFiles,
    files,
    running,
  }: Pick<CallEffects, "written" | "earlierFiles" | "running"> & Pick<Calls, "files">,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const changed = [...files.keys()].filter((key) => written.has(key) || !earlierFiles.has(key));
  if (reading.depth > 0 || changed.length === 0) return [];
  const { trajectory } = reading.decision;
  const step: Step = { action, observation: { parts: [], isError: false }, ran: false, inFlight: true };
  const earlier = { ...reading, countsUnknown: true };
  const later = { ...earlier, decision: { ...reading.decision, trajectory: withStep(trajectory, step) } };
  const names = changed.map((key) => key.replace(/^.*\//s, ""));
  const answers: Answer[] = [];
  for (const { language, code, directory } of running) {
    const place =
      language === "shell" && typeof directory === "string" && directory !== ""
        ? `cd ${quotedShellWord(directory)}; `
        : "";
    const now = (await eachInside(language, place + code, later)).filter(({ truth }) => truth !== false);
    if (now.length === 0) continue;
    const isNamed = names.some((name) => name !== "" && code.includes(name));
    const before = isNamed ? [] : await eachInside(language, place + code, earlier);
    const found = now.find(({ reason }) => before.every((other) => other.reason !== reason));
    if (found !== undefined) answers.push(unsure(`code that still runs may run what it writes: ${found.reason}`));
  }
  return answers;
}

/** Returns a trajectory with one more step and the same history. */
function withStep(trajectory: Trajectory, step: Step): Trajectory {
  return Object.assign([...trajectory, step], { history: trajectory.history });
}
