import type { Args, ResultPart } from "@helve/core";

/** What a tool carries beside its description. Who runs it reads what concerns it. */
export interface ToolOptions {
  /** How long a call may take, in milliseconds; the executor's own default when absent. */
  readonly timeout?: number;
  /** Whether it may run at the same time as other calls. */
  readonly parallel?: boolean;
  /** Whether a call that is made twice does no more than once: it may be tried again, and its result kept. */
  readonly idempotent?: boolean;
  /** How many calls of it may run at the same time; without a limit of its own when absent. */
  readonly concurrency?: number;
  /** What it works on, by a name that other tools may share: who runs them limits how many work on it at a time. */
  readonly resource?: string;
  /** Returns how a host shows a call to a person (Inspect `viewer`). Helve itself does not read it. */
  readonly viewer?: (args: Args) => ToolView;
  /** Returns the parts of a result that a host sends to the model (Inspect `model_input`). Helve itself does not read it. */
  readonly modelInput?: (parts: readonly ResultPart[], place: ResultPlace) => readonly ResultPart[];
}

/** A call in words for a person. */
export interface ToolView {
  readonly title?: string;
  readonly format: "text" | "markdown";
  readonly content: string;
}

/** Which of a tool's results in the conversation it is: `index` from 0, oldest first. */
export interface ResultPlace {
  readonly index: number;
  readonly total: number;
}

/** The options alone, those that are set. */
export function optionsOf(options: ToolOptions): ToolOptions {
  const { timeout, parallel, idempotent, concurrency, resource, viewer, modelInput } = options;
  return {
    ...(timeout !== undefined && { timeout }),
    ...(parallel !== undefined && { parallel }),
    ...(idempotent !== undefined && { idempotent }),
    ...(concurrency !== undefined && { concurrency }),
    ...(resource !== undefined && { resource }),
    ...(viewer !== undefined && { viewer }),
    ...(modelInput !== undefined && { modelInput }),
  };
}
