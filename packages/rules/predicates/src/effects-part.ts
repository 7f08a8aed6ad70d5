/** Reads the effects of one argument of a call, and joins those of all arguments. */
import type { Action } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { CommandEffect, Effect, ExecutionState } from "@helve/effects";
import { LayeredMap } from "@helve/effects";
import type { CreatedFiles } from "./created-files.ts";
import type { FactsRead } from "./facts-read.ts";
import type { PreparedPolicy } from "./prepared-policy.ts";

/** The effects of one text in the arguments of a call. */
export interface EffectsPart {
  /** The location of the text as a JSON pointer into the arguments (`/command`); absent if no text of the call causes the effects. */
  readonly path?: string;
  /** The text to which the positions of the effects refer: code, a path, a URL. */
  readonly text: string;
  readonly effects: readonly Effect[];
  /** The code that the call runs, if the text is code or the first word of it. */
  readonly runs?: { readonly language: string; readonly code: string };
  /** Why it is unknown where relative paths start. */
  readonly pathProblem?: string;
  /** The programs that the text starts, if it is code. */
  readonly commands?: readonly CommandEffect[];
  /** The files that earlier steps of the session created; absent for a call without a session. */
  readonly created?: CreatedFiles;
  /** The facts about the project that the decision reads; absent if the policy has none. */
  readonly facts?: FactsRead;
  /** Whether no earlier step may have changed which files git ignores. */
  readonly ignoresAreTrusted?: boolean;
}

/** The effects of a call, with the texts in its arguments that cause them. */
export interface ActionEffects {
  readonly parts: readonly EffectsPart[];
  /** The state after the call: written files, the working directory. */
  readonly after?: ExecutionState | undefined;
}

/** A call whose effects are listed. */
export interface EffectsInput {
  readonly tool: string;
  readonly args: Action["args"];
  readonly policy: PreparedPolicy;
  /** The state that earlier calls left. */
  readonly state: ExecutionState;
  /** Where relative paths start, in the form of `ExecutionState.directory`. */
  readonly directory?: string | null | undefined;
}

/** Returns a part with unknown effects. */
export function unknownPart(reason: string): EffectsPart {
  return { text: "", effects: [{ kind: "anything", certainty: "unknown", by: "", start: 0, end: 0, reason }] };
}

/** The effects of several things in their order, each in the state that the ones before left. */
export function inSequence<Item>(
  items: readonly Item[],
  initial: ExecutionState,
  effectsOf: (item: Item, state: ExecutionState) => ActionEffects,
): ActionEffects {
  const parts: EffectsPart[] = [];
  let after: ExecutionState | undefined;
  for (const item of items) {
    const next = effectsOf(item, after === undefined ? initial : mergeStates(initial, after));
    parts.push(...next.parts);
    if (next.after !== undefined) after = mergeStates(after, next.after);
  }
  return { parts, after };
}

/** Combines the states after two changes. */
function mergeStates(first: ExecutionState = {}, second: ExecutionState = {}): ExecutionState {
  return {
    ...first,
    ...withoutUndefined(second),
    ...mergedMap("environment", first, second),
    ...mergedMap("variables", first, second),
    ...mergedMap("files", first, second),
    ...mergedMap("links", first, second),
    ...mergedMap("settings", first, second),
  };
}

function mergedMap<Name extends "environment" | "variables" | "files" | "links" | "settings">(
  name: Name,
  { [name]: before }: ExecutionState,
  { [name]: after }: ExecutionState,
): object {
  if (before === undefined || after === undefined) return {};
  const merged = new LayeredMap<unknown>(before);
  for (const [key, value] of after) merged.set(key, value);
  return { [name]: merged };
}
