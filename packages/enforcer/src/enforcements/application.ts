import type { Action, EnforcementRecord, InspectionRequest, Step } from "@helve/core";
import type { InspectionAnswer } from "../inspection.ts";
import type { Look, Occasion, Violation } from "../occasion.ts";
import type { View } from "../plan/values.ts";

/** What an enforcement is applied to. */
export interface Application {
  readonly occasion: Occasion;
  readonly look: Look;
  readonly view: View;
  /** The rule whose enforcement it is, with what it found. */
  readonly violation: Violation;
  /** Every rule that is violated, in the order in which they are enforced. */
  readonly violations: readonly Violation[];
  readonly approved: Approved;
  /** What a person answered since this was asked. */
  readonly answer: InspectionAnswer | undefined;
}

/** The rules whose inspection has been passed, by name, and how. */
export type Approved = ReadonlyMap<string, "approved" | "remembered">;

/** What came of an enforcement, for the record. */
type Came = Pick<EnforcementRecord, "outcome" | "detail" | "sharedWith">;

/** What came of an enforcement, and what that means for the action. */
export type Applied =
  /** Everything stays as it is. */
  | ({ readonly kind: "go on"; readonly approved?: Approved } & Came)
  /** Another action takes its place, or something was done: the rules look again. */
  | ({ readonly kind: "look again" } & Change & Came)
  | ({ readonly kind: "stop"; readonly reason: string } & Came)
  /** Nobody has answered yet. */
  | { readonly kind: "pending"; readonly request: InspectionRequest };

/** What is different when the rules look again. */
export interface Change {
  /** What takes the action's place: it may be the same. */
  readonly action: Action;
  /** What its arguments are to be read from, when they have not been read yet. */
  readonly text?: string;
  /** The rules that a person approved it for. */
  readonly approvedBy?: readonly string[];
  /** What ran meanwhile. */
  readonly step?: Step;
}

/** Goes on, with a word for the record. */
export function goOn(outcome: string, detail?: string): Applied {
  return detail === undefined ? { kind: "go on", outcome } : { kind: "go on", outcome, detail };
}
