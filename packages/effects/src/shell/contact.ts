import type { NetworkEffect } from "../effects.ts";
import { type Flow, originsOf } from "./flow.ts";
import { type Connection, note, type Run } from "./run.ts";
import type { Span } from "./syntax.ts";

/** A connection, and what goes over it. */
export interface Contact extends Connection {
  readonly direction: NetworkEffect["direction"];
  readonly url?: string;
  /** A setting of the project or the machine says whom. */
  readonly configured?: true;
  /** What is sent. */
  readonly flow: Flow | undefined;
  readonly sure?: boolean;
}

/** Notes that data goes over the network; many times over, or much of it, uses the network up. */
export function noteContact({ flow, sure, ...contact }: Contact, by: string, span: Span, run: Run): void {
  const from = contact.direction === "in" ? [] : originsOf(flow);
  note({ kind: "network", ...contact, from }, by, span, run, sure);
  const isMuch = flow?.many !== undefined && contact.direction === "out";
  if (contact.direction !== "listen" && (isMuch || run.turns !== "few")) {
    note({ kind: "exhaust", what: "network" }, by, span, run, sure);
  }
}
