import { noUsage } from "@helve/agent";
import type { ErrorJson } from "@helve/core";
import type { SampleEnd } from "../eval-event.ts";
import type { SampleKey } from "../sample.ts";

/** Creates the end of a sample whose worker was lost. */
export function lostEnd({ id, epoch }: SampleKey, error: ErrorJson | undefined): SampleEnd {
  return {
    type: "sample_end",
    id,
    epoch,
    at: Date.now(),
    status: error === undefined ? "cancelled" : "error",
    attempt: 1,
    output: "",
    messages: [],
    metadata: {},
    scores: {},
    store: {},
    usage: noUsage,
    cost: 0,
    time: 0,
    error,
  };
}
