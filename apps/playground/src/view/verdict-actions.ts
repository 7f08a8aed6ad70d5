import type { Verdict } from "@helve/core";

/** What a person can do in the view. */
export interface VerdictActions {
  /** Shows a rule in the editor. */
  readonly showRule: (line: number) => void;
  /** Marks characters of the input; none if `undefined`. */
  readonly highlight: (range: { readonly start: number; readonly end: number } | undefined) => void;
  /** Shows another step of the session. */
  readonly showStep: (index: number) => void;
}

/** What a verdict is called, in words that follow "the call is". */
export const headlines: Readonly<Record<Verdict["kind"], string>> = {
  allow: "Allowed",
  stop: "Stopped",
  pending: "A person is asked",
  end: "Stopped, and the agent ends",
};
