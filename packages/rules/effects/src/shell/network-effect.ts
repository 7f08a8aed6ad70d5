/** Emits network effects of shell commands: the contacted host, and the data that is sent. */
import type { Certainty, NetworkEffect } from "../effects.ts";
import { type Flow, originsOf } from "../flow.ts";
import { type Connection, type Evaluation, emit } from "./evaluation.ts";
import type { Span } from "./syntax.ts";

/** A network connection, and the data that goes over it. */
export interface Contact extends Connection {
  readonly direction: NetworkEffect["direction"];
  readonly url?: string;
  /** Set if a setting of the project or the machine decides the host. */
  readonly configured?: true;
  /** The data that is sent. */
  readonly flow: Flow | undefined;
  /** `unknown` if unknown words decide whether it happens. */
  readonly certainty?: Certainty;
}

/** Emits a network effect; with very much data, or in a loop that runs many times, also that the network is exhausted. */
export function emitNetwork(
  { flow, certainty, ...contact }: Contact,
  by: string,
  span: Span,
  evaluation: Evaluation,
): void {
  const from = contact.direction === "in" ? [] : originsOf(flow);
  emit({ kind: "network", ...contact, from, certainty }, by, span, evaluation);
  const isMuch = flow?.many !== undefined && contact.direction === "out";
  if (contact.direction !== "listen" && (isMuch || evaluation.loopCount !== "few")) {
    emit({ kind: "exhaust", what: "network", certainty }, by, span, evaluation);
  }
}
