/** Explains why a decision does not meet the expectation of a test. */
import { canonicalJson, type RuleRecord, type StateVerdict, type Verdict } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import type { TestCall, TestExpectation } from "@helve/core/program";
import { describeFinding } from "@helve/enforcer";
import type { Outcome } from "./outcome.ts";
import { constantOf } from "./test-input.ts";

/** Why an expectation is not met. */
export interface UnmetExpectation {
  /** As a test writes it: `stop by @limit`. */
  readonly expected: string;
  /** The decision of the rules, in the same form. */
  readonly actual: string;
  /** Both with the reasons, in several lines. */
  readonly text: string;
}

/** Compares an expectation with the outcome of the rules; `undefined` if it is met. */
export function unmetExpectation(
  expectation: TestExpectation,
  outcome: Outcome,
  verdict: Verdict | StateVerdict,
): UnmetExpectation | undefined {
  const problem = problemOf(expectation, outcome, verdict);
  if (problem === undefined) return undefined;
  const expected = expectationText(expectation);
  const actual = outcomeText(outcome, expectation);
  const lines = [
    `expected ${expected}`,
    `but got  ${actual}`,
    ...(problem === "" ? [] : [problem]),
    ...reasons(expectation, verdict).map((reason) => `  ${escapeInvisible(reason)}`),
  ];
  return { expected, actual, text: lines.join("\n") };
}

/** Why an expectation is not met; an empty text if the outcome says it all. */
function problemOf(
  { outcome: expected, action, rules = [], only }: TestExpectation,
  { decided, applied, unknown, action: runs, rules: deciding }: Outcome,
  verdict: Verdict | StateVerdict,
): string | undefined {
  if (expected === "unknown") {
    return unknown.length > 0 && isCausedBy(rules, only, unknown) ? undefined : "";
  }
  if (expected !== decided && !applied.has(expected)) return "";
  if (action !== undefined && (runs === undefined || callKey(action) !== canonicalJson([runs.name, runs.args])))
    return "";
  const causes = expected === decided ? deciding : (applied.get(expected) ?? []);
  if (!isCausedBy(rules, only, causes)) return "";
  // A check that is unknown says nothing about what was tested: often an argument is missing in the test.
  const guessing = (rules.length > 0 ? rules : causes).filter((rule) => !wasCheckTrue(rule, verdict));
  const needed = rules.length > 0 ? rules : causes;
  if (needed.length === 0 || guessing.length < (rules.length > 0 ? 1 : needed.length)) return undefined;
  const names = guessing.map((rule) => `@${rule}`).join(", ");
  return `the check of ${names} is unknown: if that is meant, expect unknown by ${names}`;
}

/** Whether the rules that a test expects decided, and no others if it says `only`. */
function isCausedBy(rules: readonly string[], only: true | undefined, causes: readonly string[]): boolean {
  return (
    rules.every((rule) => causes.includes(rule)) && !(only === true && causes.some((rule) => !rules.includes(rule)))
  );
}

/** Whether the check of a rule was true in any evaluation of the rules. */
function wasCheckTrue(rule: string, { decision }: Verdict | StateVerdict): boolean {
  return decision.passes.some(({ rules }) => rules.some((record) => record.rule === rule && record.check === true));
}

/** An expectation as a test writes it. */
function expectationText({ outcome, action, rules = [], only }: TestExpectation): string {
  const to = action === undefined ? "" : ` to ${callText(action.tool, constantOf(action.args))}`;
  return `${outcome}${to}${byText(rules).replace(" by ", only ? " by only " : " by ")}`;
}

/** Says what was decided, by which rules, instead of what a test expects. */
function outcomeText({ decided, rules, unknown, action, applied }: Outcome, expectation: TestExpectation): string {
  const to = decided === "rewritten" && action !== undefined ? ` to ${callText(action.name, action.args)}` : "";
  const others = [...applied].filter(([enforcement]) => enforcement !== decided && isOutcome(enforcement));
  const more = others.map(([enforcement, causes]) => `, ${enforcement}${byText(causes)}`);
  const open = unknown.length > 0 && expectation.outcome === "unknown" ? `, unknown${byText(unknown)}` : "";
  return `${decided}${to}${byText(rules)}${more.join("")}${open}`;
}

/** Whether an enforcement decides about the action, unlike `invoke_action`. */
function isOutcome(enforcement: string): boolean {
  return enforcement !== "invoke_action" && enforcement !== "none" && enforcement !== "allow";
}

/** Lists the rules that decided: ` by @a, @b`; nothing if none did. */
function byText(rules: readonly string[]): string {
  return rules.length === 0 ? "" : ` by ${rules.map((rule) => `@${rule}`).join(", ")}`;
}

/** Writes a call as text: `Files.Write({"path":"a"})`. */
function callText(tool: string, args: unknown): string {
  return `${escapeInvisible(tool)}(${escapeInvisible(JSON.stringify(args))})`;
}

function callKey({ tool, args }: TestCall): string {
  return canonicalJson([tool, constantOf(args)]);
}

/** Explains the outcome: each violated rule, and each expected rule that is not. */
function reasons({ rules = [] }: TestExpectation, verdict: Verdict | StateVerdict): readonly string[] {
  const records = verdict.decision.passes.flatMap((pass) => pass.rules);
  const seen = new Set<string>();
  const lines: string[] = [];
  for (const record of records) {
    const isWanted = record.violated || record.check === "unknown" || rules.includes(record.rule);
    if (!isWanted || seen.has(record.rule)) continue;
    seen.add(record.rule);
    lines.push(reasonText(record));
  }
  const missing = rules.filter((rule) => !records.some((record) => record.rule === rule));
  return [...lines, ...missing.map((rule) => `rule @${rule}: its trigger does not match, or there is no such rule`)];
}

/** Says why a rule applied or could not be checked. */
function reasonText(record: RuleRecord): string {
  if (record.violated || record.check === "unknown") return describeFinding(record);
  const causes = record.predicates.filter(({ irrelevant }) => irrelevant !== true);
  const texts = causes.map(({ predicate, value, reason }) => `${predicate} is ${value}: ${reason}`);
  return `rule @${record.rule} (line ${record.line}) is not violated: ${texts.join("; ")}`;
}
