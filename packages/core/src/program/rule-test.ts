/** Syntax-tree types of tests: what happened before an event, the event, and what the rules have to decide. */
import type { TextRange } from "../issue.ts";
import type { StepStatus } from "../trajectory.ts";
import type { ObjectValue, Value } from "./expression.ts";
import type { Duration } from "./history.ts";
import type { Literal } from "./value.ts";

/** A test of the rules: `test "no mail after a web page" after Web.Read({}) when Gmail.SendEmail({}) expect stop end`. */
export interface RuleTest {
  readonly type: "test";
  /** Unique among the tests of a program. */
  readonly name: string;
  /** The user's request: `given prompt "pay the bill"`. */
  readonly prompt?: Literal;
  /** The state of the host: `given state {"frozen": true}`. */
  readonly state?: Value;
  /** The time of the event in ISO 8601: `given now "2026-11-23T10:00:00Z"`. */
  readonly now?: Literal;
  /** The steps before the event, oldest first; absent if empty. */
  readonly steps?: readonly TestStep[];
  readonly when: TestEvent;
  readonly expect: TestExpectation;
  readonly range: TextRange;
}

/** A step: `after Web.Read({"url": "https://x.io"}) -> "text" 2h ago`. */
export interface TestStep {
  readonly type: "test_step";
  /** `Name` or `Toolkit.Name`. */
  readonly tool: string;
  readonly args: ObjectValue;
  /** The result of the tool; an empty text if absent. */
  readonly result?: Value;
  /** The final status of the step; `success` if absent. */
  readonly status?: TestStepStatus;
  /** How long before the event it ended; if absent as long as the next step that has it, or at the time of the event. */
  readonly ago?: Duration;
  readonly range: TextRange;
}

/** The final status of a test's step, if it is not success. `in_flight`: it has not ended. */
export type TestStepStatus = Exclude<StepStatus, "success"> | "in_flight";

/** The event that the rules decide about. */
export type TestEvent = TestCall | TestStepEnd | TestStateChange | TestFinish;

/** A call of a tool: `when Gmail.SendEmail({"to": "a@x"})`, or what it becomes: `rewritten to Gmail.CreateDraft({})`. */
export interface TestCall {
  readonly type: "test_call";
  /** `Name` or `Toolkit.Name`. */
  readonly tool: string;
  readonly args: ObjectValue;
  readonly range: TextRange;
}

/** The end of a step: `when after_action Web.Read({}) -> "text"`. */
export interface TestStepEnd {
  readonly type: "test_step_end";
  /** It has no `ago`. */
  readonly step: TestStep;
  readonly range: TextRange;
}

/** A change of the state: `when state_change {"speed": 5} -> {"speed": 9}`. */
export interface TestStateChange {
  readonly type: "test_state_change";
  readonly before: Value;
  readonly after: Value;
  readonly range: TextRange;
}

/** The agent wants to finish: `when agent_finish`. */
export interface TestFinish {
  readonly type: "test_finish";
  readonly range: TextRange;
}

/** The expected decision: `expect user_inspection by @ask`. */
export interface TestExpectation {
  readonly type: "test_expectation";
  /**
   * `allow`, `rewritten` (the event is allowed, but another action runs), the enforcement that decides, one that is also applied
   * (such as `warn`), or `unknown`: the check of a rule is unknown, however the program treats that.
   */
  readonly outcome: string;
  /** The action after the rewrite, if the outcome is `rewritten`. */
  readonly action?: TestCall;
  /** The rules that must have caused it, without the `@`; absent if any may. */
  readonly rules?: readonly string[];
  /** Whether no other rule may have caused it: `by only @ask`. */
  readonly only?: true;
  readonly range: TextRange;
}
