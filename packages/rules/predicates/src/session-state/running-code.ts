/** Code of calls that may still run: in the background, at a later time, or because its call has not ended. */
import type { Action } from "@helve/core";
import type { ExecutionState } from "@helve/effects";
import { runsOn } from "@helve/effects";
import type { ActionEffects } from "../effects-part.ts";

/** Code that a call started and that may still run. */
export interface RunningCode {
  readonly language: string;
  readonly code: string;
  /** Where it started, in the form of `ExecutionState.directory`. */
  readonly directory?: string | null | undefined;
}

/** The reading of a call, and the state in which it started. */
interface Reading extends Pick<ActionEffects, "parts"> {
  readonly state: ExecutionState;
}

/** Returns the code that a call runs. */
export function codeThatRuns({ parts, state: { directory } }: Reading): readonly RunningCode[] {
  return parts.flatMap(({ runs }) =>
    runs === undefined || runs.code.length > longest ? [] : [{ ...runs, directory }],
  );
}

/** Whether part of a call may keep running after the call has ended. */
export function mayRunOn({ args }: Pick<Action, "args">, { after }: Pick<ActionEffects, "after">): boolean {
  const isDetached = Object.entries(args).some(
    ([name, value]) => value !== false && (detached.test(name) || (typeof value === "string" && detached.test(value))),
  );
  return isDetached || after?.settings?.has(runsOn) === true;
}

/** Names of arguments, and values of arguments such as `mode`, with which a tool does not wait for the end of what it starts. */
const detached = /^(?:(?:is|run|in)_?)*(?:background|detached?|async|daemon)$/i;

/** Adds code to what runs. The oldest code is forgotten. */
export function withRunning(running: readonly RunningCode[], started: readonly RunningCode[]): readonly RunningCode[] {
  const all = new Map([...running, ...started].map((each) => [JSON.stringify(each), each]));
  return [...all.values()].slice(-most);
}

const most = 20;
const longest = 20_000;
