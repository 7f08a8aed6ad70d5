/** Messages between the server and an editor's extension beyond the Language Server Protocol. */
import type { JsonValue } from "@helve/core";
import type { Range } from "vscode-languageserver";

/**
 * The names of Helve's own methods. `publishTests` is a notification with `PublishTestsParams`; the server sends it to clients with the capability
 * `experimental.helveTests`, for each rule file of the workspace and again when its tests change. `runTests` and `tryCall` are requests.
 */
export const helveMethods = {
  publishTests: "helve/publishTests",
  runTests: "helve/runTests",
  tryCall: "helve/tryCall",
} as const;

/** The tests of a rule file; an empty list if it has none, or is gone. */
export interface PublishTestsParams {
  readonly uri: string;
  readonly tests: readonly TestLocation[];
}

/** A test block, also one that does not parse. */
export interface TestLocation {
  readonly name: string;
  /** The whole block. */
  readonly range: Range;
}

/** Parameters of `runTests`. */
export interface RunTestsParams {
  readonly files: readonly TestSelection[];
}

/** The tests of a file that run; all if `names` is absent. */
export interface TestSelection {
  readonly uri: string;
  readonly names?: readonly string[] | undefined;
}

/** Result of `runTests`. */
export interface RunTestsResult {
  readonly files: readonly FileTestResults[];
  /** The coverage of each file with rules that the tests are about. */
  readonly coverage: readonly FileCoverage[];
}

/** The results of the tests of a file. */
export interface FileTestResults {
  readonly uri: string;
  /** Why no test ran; absent if they ran. */
  readonly problem?: string;
  readonly results: readonly TestOutcome[];
}

/** The result of one test. */
export interface TestOutcome {
  readonly name: string;
  readonly passed: boolean;
  /** Where the test says what it expects. */
  readonly range: Range;
  /** Why it failed, in several lines. */
  readonly failure?: string;
  /** The expected decision: `stop by @limit`. */
  readonly expected?: string;
  /** The decision of the rules, in the same form. */
  readonly actual?: string;
}

/** The coverage of a file's rules by tests. */
export interface FileCoverage {
  readonly uri: string;
  readonly rules: readonly CoveredRule[];
}

/** The coverage of a rule: its trigger, conditions and enforcements. */
export interface CoveredRule {
  readonly name: string;
  /** The range of the whole rule. */
  readonly range: Range;
  /** Whether its check was true in a test. */
  readonly isReached: boolean;
  readonly parts: readonly CoveredPart[];
}

/** A part of a rule. */
export interface CoveredPart {
  readonly range: Range;
  readonly isReached: boolean;
  /** The branches to cover, if there are several: a condition must be true in one test, and false in another. */
  readonly branches: readonly { readonly label: string; readonly isReached: boolean }[];
}

/** Parameters of `tryCall`: a call that is judged by the rules of a file. Nothing runs. */
export type TryCallParams = { readonly uri: string } & (
  | { readonly language: string; readonly code: string }
  | { readonly tool: string; readonly args: { readonly [name: string]: JsonValue } }
);

/** Result of `tryCall`. */
export type TryCallResult =
  | { readonly kind: "problem"; readonly message: string }
  | {
      /** `pending`: a person is asked. */
      readonly kind: "allow" | "stop" | "pending" | "end";
      /** The rules that object, with their places in the file. */
      readonly rules: readonly { readonly name: string; readonly range?: Range }[];
      /** The other rules of the file, in their order, with the reason why each does not object. */
      readonly others: readonly OtherRule[];
      /** Why, a line for each cause. */
      readonly reasons: readonly string[];
      /** The text that the model reads in place of the result, or before it; absent if it reads only the result. */
      readonly modelReads?: string;
      /** The questions to a person; absent without questions. */
      readonly questions?: readonly string[];
      readonly effects: readonly TriedEffect[];
      /** Where the call starts. */
      readonly workingDirectory?: string;
    };

/** A rule that does not object to a call. */
export interface OtherRule {
  readonly name: string;
  /** The range of the whole rule. */
  readonly range: Range;
  /** `its check is false`, or `it is about another tool: Bank.Transfer`. */
  readonly reason: string;
}

/** One thing that the call does. */
export interface TriedEffect {
  /** `rm deletes report.md` */
  readonly sentence: string;
  readonly certainty: "certain" | "possible" | "unknown";
  /** The piece of the call that causes it. */
  readonly text: string;
}
