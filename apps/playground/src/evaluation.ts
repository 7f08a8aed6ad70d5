/** Messages between the page and the worker that evaluates rules: plain data. */
import type { Action, Issue, Repair, Verdict } from "@helve/core";
import type { SyntaxTreeResult } from "@helve/effects";
import type { SemanticToken } from "@helve/language-service";
import type { DescribedEffect } from "@helve/predicates";
import type { PlaygroundInput } from "./share.ts";

/** The input of an evaluation. */
export interface EvaluationRequest {
  readonly rules: string;
  readonly tests: string;
  readonly context: string;
  readonly input: PlaygroundInput;
  /** The step of a recorded session whose details are wanted; the last one by default. */
  readonly step?: number;
}

/** The decisions of the rules about the input. */
export interface Evaluation {
  /** The problems of the rules. If one is an error, nothing is decided. */
  readonly ruleIssues: readonly Issue[];
  /** The problems of the context, the tests or the input. */
  readonly problems: readonly Problem[];
  /** For each call, what was decided; one for all inputs but recorded sessions. */
  readonly steps: readonly StepSummary[];
  /** The call that is shown whole. */
  readonly call?: EvaluatedCall;
}

/** A problem of one of the texts besides the rules. */
export interface Problem {
  readonly in: "context" | "tests" | "input" | "rules";
  readonly message: string;
}

/** One step of a recorded session in the list. */
export interface StepSummary {
  readonly tool: string;
  /** The only argument if it is a text, otherwise all of them as JSON. */
  readonly text: string;
  readonly kind: Verdict["kind"];
  readonly rules: readonly string[];
}

/** A call with everything that is known about it. */
export interface EvaluatedCall {
  /** The index in `steps`. */
  readonly index: number;
  /** Absent if the arguments are invalid. */
  readonly action?: Action;
  readonly verdict?: Verdict;
  /** Enforcements and rules in sentences. */
  readonly rules: readonly FiredRule[];
  /** Safer alternatives, by which less is lost. */
  readonly safer?: readonly string[];
  readonly effects: readonly DescribedEffect[];
  readonly repairs: readonly DescribedRepair[];
  /** The problems of the arguments. */
  readonly argumentIssues: readonly Issue[];
  readonly model: ModelText;
  /** Absent for inputs other than code. */
  readonly tree?: SyntaxTreeResult;
}

/** A rule whose check is true or unknown. */
export interface FiredRule {
  readonly name: string;
  readonly line: number;
  /** The rule as a sentence. */
  readonly sentence: string;
  readonly isUnknown: boolean;
  readonly reasons: readonly RuleReason[];
}

/** Why a rule fired: one of its conditions. */
export interface RuleReason {
  readonly condition: string;
  readonly value: boolean | "unknown";
  readonly reason: string;
  readonly evidence: readonly { readonly before: string; readonly marked: string; readonly after: string }[];
}

/** A repair with the description of its kind. */
export interface DescribedRepair extends Repair {
  readonly description: string;
}

/** The text that the model reads after its call. */
export interface ModelText {
  /** Absent if it reads the result of the tool. */
  readonly text?: string;
  /** Lines that it reads before the result. */
  readonly notes: readonly string[];
}

/** Details that are computed after the verdict is shown. */
export interface EvaluationDetails {
  readonly ruleTokens: readonly SemanticToken[];
  readonly testTokens: readonly SemanticToken[];
  /** Absent if there are no tests, or if the rules have an error. */
  readonly tests?: TestSummary;
  /** Why the tests can't run. */
  readonly testProblem?: string;
}

/** The results of the tests. */
export interface TestSummary {
  readonly passed: number;
  readonly failed: number;
  readonly results: readonly { readonly name: string; readonly passed: boolean }[];
  /** The failed tests with their reasons. */
  readonly report: string;
  readonly coverage: { readonly reached: number; readonly goals: number; readonly report: string };
}

/** A message to the worker. */
export interface WorkerRequest {
  readonly id: number;
  readonly request: EvaluationRequest;
  readonly wants: "verdict" | "details";
}

/**
 * A message of the worker. `loading` says that a chunk of code is loaded, which may take a while, and `unloaded` that it can't be loaded. With
 * the id 0 they are about the worker itself.
 */
export type WorkerResponse =
  | { readonly id: number; readonly type: "loading" }
  | { readonly id: number; readonly type: "unloaded" }
  | WorkerAnswer;

/** The answer to a request. */
export type WorkerAnswer =
  | { readonly id: number; readonly type: "verdict"; readonly evaluation: Evaluation }
  | { readonly id: number; readonly type: "details"; readonly details: EvaluationDetails }
  | { readonly id: number; readonly type: "error"; readonly message: string };
