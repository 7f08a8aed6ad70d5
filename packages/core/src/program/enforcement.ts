import type { TextRange } from "../issue.ts";
import type { Literal, ObjectValue, Template } from "./value.ts";

/** What happens when the check comes out true (Fig. 3 ⟨Enforce⟩). */
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
  /** What the person is told. */
  readonly message?: Template;
  /** The names of the ways out that the person is offered (Fig. 1). */
  readonly fixes: readonly string[];
  readonly range: TextRange;
}

/** The model thinks again: `llm_self_reflect`, also written `llm_self_examine`. */
export interface LlmSelfReflect {
  readonly type: "llm_self_reflect";
  readonly range: TextRange;
}

/** Another action takes the place of this one: `invoke_action(Terminal.Execute, {"command": "ls"})`. */
export interface InvokeAction {
  readonly type: "invoke_action";
  /** `Name` or `Toolkit.Name`. */
  readonly tool: string;
  /** A text is what the tool is to read its arguments from, as if a model had sent it. */
  readonly args: ObjectValue | Literal;
  readonly range: TextRange;
}

/** The action does not run. */
export interface Stop {
  readonly type: "stop";
  readonly range: TextRange;
}

/** The action does not run, and the agent goes on whatever `stop` means to the host. */
export interface Skip {
  readonly type: "skip";
  readonly range: TextRange;
}

/** Nothing happens. */
export interface None {
  readonly type: "none";
  readonly range: TextRange;
}

/** The action may run, where `default deny` would not let it. */
export interface Allow {
  readonly type: "allow";
  readonly range: TextRange;
}

/** The model is told something, and the action runs: `warn("careful with ${args.path}")`. */
export interface Warn {
  readonly type: "warn";
  readonly message?: Template;
  readonly range: TextRange;
}

/** Something is noted, and the action runs: `log("sent to ${args.to}")`. */
export interface Log {
  readonly type: "log";
  readonly message?: Template;
  readonly range: TextRange;
}

/** What only a certain host knows how to do: `follow_dist(10)`, `planning:cruise:Speed = 8.33`. */
export interface DomainEnforcement {
  readonly type: "domain";
  /** With its namespaces, if it has any, joined by `:`. */
  readonly name: string;
  /** At least one. */
  readonly arguments: readonly Literal[];
  readonly range: TextRange;
}
