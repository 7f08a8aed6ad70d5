/** Builds tests from tokens, and reports mistakes that the grammar can't detect. */
import type { TextRange } from "@helve/core";
import { milliseconds, withoutUndefined } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import type { IToken } from "chevrotain";
import { chooseWord } from "./choose-word.ts";
import { type ParserState, quoteShort, reportIssue, textInRange, tokenRange } from "./parser-state.ts";
import { type ChildNode, childNodes } from "./visit.ts";
import { givenSubjects, stepStatuses } from "./vocabulary.ts";

/** A `given` part of a test: `given state {}`; the subject is absent if it is unknown. */
export interface GivenPart {
  readonly subject: (typeof givenSubjects)[number] | undefined;
  readonly value: tree.Value;
  readonly range: TextRange;
}

/** Builds a given of a test: `prompt`, `state` or `now` with its value. */
export function buildGiven(subject: IToken, value: tree.Value, range: TextRange, state: ParserState): GivenPart {
  return { subject: chooseWord(subject, givenSubjects, "invalid_given", state), value, range };
}

/** Builds the status of a step; reports an unknown one. */
export function buildStepStatus(token: IToken, state: ParserState): tree.TestStepStatus | undefined {
  const status = chooseWord(token, ["success", ...stepStatuses], "invalid_status", state);
  return status === "success" ? undefined : status;
}

/** Reports a `prompt`, `state` or `now` that occurs twice in a test. */
export function reportDuplicateGiven(given: readonly GivenPart[], state: ParserState): void {
  const seen = new Set<string>();
  for (const part of given) {
    if (part?.subject === undefined) continue;
    if (seen.has(part.subject)) {
      const message = `there is a given ${part.subject} already: remove one of them`;
      reportIssue(state, "duplicate_part", { message, range: part.range, expected: `one given ${part.subject}` });
    }
    seen.add(part.subject);
  }
}

/** The parts of a test; after a syntax error some are missing. */
interface TestParts extends Pick<tree.RuleTest, "name" | "steps" | "when" | "expect" | "range"> {
  readonly given: readonly GivenPart[];
}

/** Builds a test; reports values that are no constants, and a prompt or a time that is no text. */
export function buildTest(
  { name, given, steps, when, expect, range }: TestParts,
  state: ParserState,
): tree.RuleTest | undefined {
  if (when === undefined || expect === undefined) return undefined;
  const givenValue = (subject: string): tree.Value | undefined =>
    given.find((part) => part?.subject === subject)?.value;
  const prompt = textLiteral(givenValue("prompt"), "prompt", state);
  const now = textLiteral(givenValue("now"), "now", state);
  const world = givenValue("state");
  const test: tree.RuleTest = withoutUndefined({
    type: "test",
    name,
    prompt,
    state: world,
    now,
    steps: steps !== undefined && steps.length > 0 ? steps : undefined,
    when,
    expect,
    range,
  });
  for (const { node } of variablesIn(test)) {
    const expected = constantKinds;
    const message = `expected ${expected} (got ${quoteShort(textInRange(state, node.range))})`;
    reportIssue(state, "not_constant", { message, range: node.range, expected });
  }
  const misplaced = misplacedStep(test);
  if (misplaced !== undefined) {
    const expected = "the steps oldest first";
    const message = `expected ${expected}: this one ended before the one above it`;
    reportIssue(state, "invalid_step_order", { message, range: misplaced.range, expected });
  }
  if (now !== undefined && timeOf(now) === undefined) {
    const expected = 'a time in ISO 8601, such as "2026-11-23T10:00:00Z"';
    const message = `expected ${expected} (got ${quoteShort(String(now.value))})`;
    reportIssue(state, "invalid_time", { message, range: now.range, expected });
  }
  return test;
}

/** The time of `given now`, in milliseconds since 1970; `undefined` if it is invalid. */
export function timeOf({ value }: tree.Literal): number | undefined {
  const time = typeof value === "string" && isoTime.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

const isoTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** Finds a step of a test that is listed after a later one. */
export function misplacedStep({ steps = [] }: tree.RuleTest): tree.TestStep | undefined {
  const aged = steps.flatMap((step) => (step.ago === undefined ? [] : [{ step, age: milliseconds(step.ago) }]));
  return aged.find(({ age }, index) => index > 0 && age > (aged[index - 1]?.age ?? age))?.step;
}

/** The values that a test may contain. */
export const constantKinds = "a constant: a string, a number, true, false, null, a list or an object";

/** The values in a node of a test that are no constants, such as references, with their paths. */
export function variablesIn(parent: tree.ProgramNode, path: ChildNode["path"] = []): readonly ChildNode[] {
  return childNodes(parent).flatMap((child) => {
    const found = { node: child.node, path: [...path, ...child.path] };
    const isAgo = parent.type === "test_step" && parent.ago === child.node;
    return variableTypes.has(child.node.type) && !isAgo ? [found] : variablesIn(child.node, found.path);
  });
}

const variableTypes: ReadonlySet<string> = new Set(["reference", "arithmetic", "duration", "count", "sum", "last"]);

/** Returns a value that must be a text; reports any other. */
function textLiteral(value: tree.Value | undefined, subject: string, state: ParserState): tree.Literal | undefined {
  if (value === undefined || (value.type === "literal" && typeof value.value === "string")) return value;
  const expected = "a string";
  const message = `given ${subject}: expected ${expected} (got ${quoteShort(textInRange(state, value.range))})`;
  reportIssue(state, "invalid_given", { message, range: value.range, expected });
  return undefined;
}

/** Returns the correct form of an outcome whose action is missing or superfluous. */
export function expectedAction(outcome: string, action: tree.TestCall | undefined): string | undefined {
  if ((outcome === "rewritten") === (action !== undefined)) return undefined;
  return action === undefined ? "rewritten to Tool({})" : `${outcome} without an action`;
}

/** The tokens of an expectation. */
interface ExpectationParts extends Pick<tree.TestExpectation, "range"> {
  readonly action: tree.TestCall | undefined;
  readonly outcome: readonly IToken[];
  readonly only: IToken | undefined;
  readonly rules: readonly IToken[];
}

/** Builds an expectation; reports an outcome that lacks its action or has one needlessly, and a rule that is named twice. */
export function buildExpectation(
  { outcome, action, only, rules, range }: ExpectationParts,
  state: ParserState,
): tree.TestExpectation {
  const name = outcome.map(({ image }) => image).join(":");
  const expected = expectedAction(name, action);
  if (expected !== undefined) {
    reportIssue(state, "invalid_expectation", { message: `expected ${expected}`, range, expected });
  }
  const names = rules.map(({ image }) => image);
  for (const [index, rule] of rules.entries()) {
    if (names.indexOf(rule.image) === index) continue;
    const message = `@${rule.image} is named already: remove one of them`;
    reportIssue(state, "duplicate_part", { message, range: tokenRange(state, rule), expected: "each rule once" });
  }
  return withoutUndefined({
    type: "test_expectation",
    outcome: name,
    action,
    rules: names.length > 0 ? names : undefined,
    only: only === undefined ? undefined : true,
    range,
  });
}
