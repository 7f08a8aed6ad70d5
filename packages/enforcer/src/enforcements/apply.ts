import type { Enforcement } from "@helve/agentspec";
import type { Action, EnforcementRecord, GuardContext } from "@helve/core";
import type { CheckedRule } from "../check.ts";
import { invokeAction } from "./invoke-action.ts";
import { llmSelfReflect, type Reflector } from "./llm-self-reflect.ts";
import { stop } from "./stop.ts";
import { type FixHandler, type Inspector, userInspection } from "./user-inspection.ts";

/** Whom the enforcements turn to. */
export interface Host {
  readonly inspect?: Inspector;
  readonly reflect?: Reflector;
  readonly fixes: ReadonlyMap<string, FixHandler>;
}

/** What an enforcement is applied to. */
export interface Application {
  readonly action: Action;
  /** The rule whose enforcement it is. */
  readonly violation: CheckedRule;
  /** Every rule that the action violates, in source order. */
  readonly violations: readonly CheckedRule[];
  /** The names of the rules whose inspection the action has passed. */
  readonly approvedBy: ReadonlySet<string>;
  readonly host: Host;
  readonly context: GuardContext;
}

/** What came of an enforcement, and what that means for the action. */
export type Applied =
  /** The action stays as it is; `approvedBy` names the rules that have let it pass. */
  | ({ readonly kind: "go on"; readonly approvedBy: ReadonlySet<string> } & Came)
  /** Another action takes its place and is looked at from the start. */
  | ({ readonly kind: "look again" } & Replacement & Came)
  | ({ readonly kind: "stop"; readonly reason: string } & Came);

/** What came of an enforcement, for the record. */
type Came = Pick<EnforcementRecord, "outcome" | "detail">;

/** An action that takes another's place. */
export interface Replacement {
  readonly action: Action;
  /** The rules that a person approved it for. */
  readonly approvedBy?: ReadonlySet<string>;
  /** The rule that it comes from, and which does not apply to it. */
  readonly invokedBy?: string;
}

/** Applies one enforcement of a violated rule (AgentSpec §3.3.2). */
export function apply(enforcement: Enforcement, application: Application): Applied | Promise<Applied> {
  switch (enforcement.type) {
    case "user_inspection":
      return userInspection(application);
    case "llm_self_reflect":
      return llmSelfReflect(application);
    case "invoke_action":
      return invokeAction(enforcement, application);
    default:
      // No plan lets any other than stop through.
      return stop(application);
  }
}
