import { recordedJson } from "@helve/core/internal";
import type { ExecutorEvents, Listener } from "./events.ts";

/** Who is told what happens, and can do nothing about it. */
export class Observers {
  readonly #listeners = new Map<keyof ExecutorEvents, Set<(event: never) => unknown>>();

  /** Whether there is anybody. */
  any = false;

  /** @returns what ends it */
  on<Name extends keyof ExecutorEvents>(name: Name, listener: Listener<Name>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    // Each time anew: a function that is added twice is told twice, and each may end by itself.
    const own = (event: ExecutorEvents[Name]): unknown => listener(event);
    this.#listeners.set(name, listeners.add(own));
    this.any = true;
    return () => {
      listeners.delete(own);
      if (listeners.size === 0 && this.#listeners.get(name) === listeners) this.#listeners.delete(name);
      this.any = this.#listeners.size > 0;
    };
  }

  /** Tells an event: a copy that can't be changed, except for what a tool reports as progress. */
  tell<Name extends keyof ExecutorEvents>(name: Name, event: ExecutorEvents[Name]): void {
    const listeners = this.#listeners.get(name);
    if (listeners === undefined) return;
    const told = name === "action:progress" ? event : copyOf(event);
    for (const listener of [...listeners]) quietly(listener as (event: unknown) => unknown, told);
  }
}

/** The event itself, should it be too deep to be copied. */
function copyOf<Event>(event: Event): Event {
  try {
    return recordedJson(event);
  } catch {
    return event;
  }
}

/** Whoever watches can't break what is watched, at once or later. */
export function quietly<Event>(observer: (event: Event) => unknown, event: Event): void {
  try {
    const done = observer(event);
    if (done instanceof Promise) done.catch(() => undefined);
  } catch {
    // Its own affair.
  }
}
