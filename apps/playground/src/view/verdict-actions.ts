import type { Verdict } from "@helve/core";

/** What a person can do in the view. */
export interface VerdictActions {
  /** Shows a rule in the editor. */
  readonly showRule: (line: number) => void;
  /** Marks characters of the input, or removes the mark. */
  readonly highlight: (range: InputRange | undefined) => void;
  /** Shows another step of the session. */
  readonly showStep: (index: number) => void;
}

/** Characters of the input. */
export interface InputRange {
  readonly start: number;
  readonly end: number;
}

/** The listeners of an element that marks characters of the input while the pointer or the focus is on it. */
export function highlighting(
  range: InputRange,
  { highlight }: VerdictActions,
): Readonly<Record<"onmouseenter" | "onmouseleave" | "onfocus" | "onblur", () => void>> {
  const show = (): void => highlight(range);
  const hide = (): void => highlight(undefined);
  return { onmouseenter: show, onmouseleave: hide, onfocus: show, onblur: hide };
}

/** What a verdict is called, in words that follow "the call is". */
export const headlines: Readonly<Record<Verdict["kind"], string>> = {
  allow: "Allowed",
  stop: "Stopped",
  pending: "A person is asked",
  end: "Stopped, and the agent ends",
};
