import type { Verdict } from "@helve/core";

/** What a verdict is called, in words that follow "the call is". */
export const headlines: Readonly<Record<Verdict["kind"], string>> = {
  allow: "Allowed",
  stop: "Stopped",
  pending: "A person is asked",
  end: "Stopped, and the agent ends",
};
