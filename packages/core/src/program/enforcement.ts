/** Syntax-tree types of enforcements: what a rule does when its check is true, such as `stop` or `user_inspection`. */
import type { TextRange } from "../issue.ts";
import type { ObjectValue } from "./expression.ts";
import type { Literal, Template } from "./value.ts";

/** The action taken when the check of a rule is true (Fig. 3 ⟨Enforce⟩). */
export type Enforcement =
  | UserInspection
  | LlmSelfReflect
  | InvokeAction
  | Stop
  | Skip
  | None
  | Allow
  | Warn
  | Log
  | DomainEnforcement;

/** A person decides: `user_inspection`, `user_inspection("Send this?", add_contact)`. */
export interface UserInspection {
  readonly type: "user_inspection";
  /** The message shown to the person. */
  readonly message?: Template;
  /** The names of the alternatives that the person can choose, such as `add_contact` (Fig. 1). */
  readonly fixes: readonly string[];
  readonly range: TextRange;
}

/** The model has to reconsider the action: `llm_self_reflect`, also written `llm_self_examine`. */
export interface LlmSelfReflect {
  readonly type: "llm_self_reflect";
  readonly range: TextRange;
}

/** Replaces the action by another one: `invoke_action(Terminal.Execute, {"command": "ls"})`. */
export interface InvokeAction {
  readonly type: "invoke_action";
  /** `Name` or `Toolkit.Name`. */
  readonly tool: string;
  /** The arguments; a string is parsed like the raw arguments of a model's call. */
  readonly args: ObjectValue | Literal;
  readonly range: TextRange;
}

/** The action does not run. */
export interface Stop {
  readonly type: "stop";
  /** The reason that the model reads: `stop("Ask the user first.")`. */
  readonly message?: Template;
  readonly range: TextRange;
}

/** The action does not run, but the agent continues, even if the host ends the run at `stop`. */
export interface Skip {
  readonly type: "skip";
  readonly range: TextRange;
}

/** Nothing happens. */
export interface None {
  readonly type: "none";
  readonly range: TextRange;
}

/** Permits the action, which `default deny` would block. */
export interface Allow {
  readonly type: "allow";
  readonly range: TextRange;
}

/** Sends the model a warning, and the action runs: `warn("careful with ${args.path}")`. */
export interface Warn {
  readonly type: "warn";
  readonly message?: Template;
  readonly range: TextRange;
}

/** Writes a log entry, and the action runs: `log("sent to ${args.to}")`. */
export interface Log {
  readonly type: "log";
  readonly message?: Template;
  readonly range: TextRange;
}

/** An enforcement that is defined by the host: `follow_dist(10)`, `planning:cruise:Speed = 8.33`. */
export interface DomainEnforcement {
  readonly type: "domain";
  /** The name, with its namespaces joined by `:` if it has any. */
  readonly name: string;
  /** At least one. */
  readonly arguments: readonly Literal[];
  readonly range: TextRange;
}
