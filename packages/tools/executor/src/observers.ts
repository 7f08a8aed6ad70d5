import type { ActionReturn, DecodeRecord, GuardRecord, Issue, ResolveRecord, ToolCall } from "@helve/core";
import { freezeCopy, wordList } from "@helve/core/internal";
import { ExecutorError } from "./errors.ts";
import { optionIssue } from "./option-issue.ts";
import { isThenable } from "./time-limit.ts";

/** The listeners of an executor. They receive copies of events, and can't change or break the call that they observe. */
export class Observers {
  readonly #listeners = new Map<keyof ExecutorEvents, Set<(event: never) => unknown>>();

  hasListeners = false;

  /** Adds a listener. @returns the function that removes it @throws ExecutorError if there is no such event, or no function */
  on<Name extends keyof ExecutorEvents>(name: Name, listener: Listener<Name>): () => void {
    if (!Object.hasOwn(events, name) || typeof listener !== "function")
      throw new ExecutorError(issuesOf(name, listener));
    const listeners = this.#listeners.get(name) ?? new Set();
    // A new function each time: a listener that is added twice is called twice, and removed one at a time.
    const added = (event: ExecutorEvents[Name]): unknown => listener(event);
    this.#listeners.set(name, listeners.add(added));
    this.hasListeners = true;
    return () => {
      listeners.delete(added);
      if (listeners.size === 0 && this.#listeners.get(name) === listeners) this.#listeners.delete(name);
      this.hasListeners = this.#listeners.size > 0;
    };
  }

  /** Calls the listeners of an event with a frozen copy of it; only the `update` of a progress event is not copied. */
  emit<Name extends keyof ExecutorEvents>(name: Name, event: ExecutorEvents[Name]): void {
    const listeners = this.#listeners.get(name);
    if (listeners === undefined) return;
    const copy = name === "action:progress" ? event : copyOrOriginal(event);
    for (const listener of [...listeners]) callListener(listener as (event: unknown) => unknown, copy);
  }
}

/** The events of an executor, in the order in which a call emits them. The records are plain data; don't change them. */
export interface ExecutorEvents {
  /** A call arrived. */
  readonly "action:start": { readonly call: ToolCall };
  readonly "action:resolved": { readonly call: ToolCall; readonly record: ResolveRecord };
  readonly "action:decoded": { readonly call: ToolCall; readonly record: DecodeRecord };
  /** The guards decided before the run; their verdicts after the run are in the action return. */
  readonly "action:guarded": { readonly call: ToolCall; readonly record: GuardRecord };
  /** The tool reported progress; `update` is any value that the tool passed. */
  readonly "action:progress": { readonly call: ToolCall; readonly update: unknown };
  /** The call ended, with success or not. Every call that emitted `action:start` emits this event. */
  readonly "action:end": { readonly call: ToolCall; readonly actionReturn: ActionReturn };
}

const events: Readonly<Record<keyof ExecutorEvents, true>> = {
  "action:start": true,
  "action:resolved": true,
  "action:decoded": true,
  "action:guarded": true,
  "action:progress": true,
  "action:end": true,
};

/** Returns what is wrong with an event's name and its listener. */
function issuesOf(name: unknown, listener: unknown): readonly Issue[] {
  const names = Object.keys(events).map((event) => `"${event}"`);
  return [
    ...(typeof name === "string" && Object.hasOwn(events, name)
      ? []
      : [optionIssue("name", `must be an event: ${wordList(names, "or")}`, name)]),
    ...(typeof listener === "function" ? [] : [optionIssue("listener", "must be a function", listener)]),
  ];
}

/** Receives events of one kind. The executor doesn't wait for it, and ignores what it throws or rejects with. */
export type Listener<Name extends keyof ExecutorEvents> = (event: ExecutorEvents[Name]) => unknown;

/** Returns the event itself if it is nested too deeply to be copied. */
function copyOrOriginal<Event>(event: Event): Event {
  try {
    return freezeCopy(event, "convert");
  } catch {
    return event;
  }
}

/** Calls a listener and ignores what it throws or rejects with. */
export function callListener<Event>(listener: (event: Event) => unknown, event: Event): void {
  try {
    const result = listener(event);
    if (isThenable(result)) result.then(undefined, () => undefined);
  } catch {
    // A listener's failure must not fail the call.
  }
}
