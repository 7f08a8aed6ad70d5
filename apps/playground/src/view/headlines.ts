/** The headline of each verdict, such as "Allowed". */
import type { Verdict } from "@helve/core";

/** The names of verdicts, in words that follow "the call is". */
export const headlines: Readonly<Record<Verdict["kind"], string>> = {
  allow: "Allowed",
  stop: "Stopped",
  pending: "A person is asked",
  end: "Stopped, and the agent ends",
};
