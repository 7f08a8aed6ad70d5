/** The answer to the question whether a call switches Helve off or makes it allow more. */
import type { Truth } from "@helve/core";

/** Whether something loosens Helve, which is to switch it off or to make it allow more, and why. */
export interface Answer {
  readonly truth: Truth;
  readonly reason: string;
  /** It is unknown only because something can't be read. */
  readonly isUnread?: true;
}

/** Returns an answer that asks a person, with the reason. */
export function unsure(reason: string): Answer {
  return { truth: "unknown", reason };
}

/** Returns the answer for content that can't be read: it may do anything. */
export function unread(reason: string): Answer {
  return { truth: "unknown", reason, isUnread: true };
}

/** The strongest of several answers: true before unknown before false; `undefined` if nothing loosens Helve. */
export function strongest(answers: readonly (Answer | undefined)[]): Answer | undefined {
  const found = answers.filter((answer) => answer !== undefined && answer.truth !== false);
  return found.find((answer) => answer?.truth === true) ?? found[0];
}
