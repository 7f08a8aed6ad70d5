import type { TextRange } from "@helve/core";
import { closestName } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import { EOF, type IToken, tokenMatcher } from "chevrotain";
import { defaults, events, policies, severities } from "./choices.ts";
import { comparisonOf } from "./comparison.ts";
import { fixOf } from "./foreign.ts";
import type { HeaderItem } from "./grammar.ts";
import { stringOf } from "./meaning.ts";
import { GaveUp, noteSpelling, quoted, type Reading, rangeOf, report, textAt } from "./reading.ts";
import { isTaken } from "./references.ts";
import { Text } from "./tokens.ts";

// What the parts of a rule stand for beside its check and its enforcements, and the mistakes that the grammar can't see.

/** How many rules a program may have. */
export const mostRules = 10_000;

/**
 * Ends the reading when there are too many rules.
 *
 * @throws GaveUp
 */
export function checkRuleCount(next: IToken, reading: Reading): void {
  if (reading.rules.length < mostRules || next.tokenType === EOF) return;
  const expected = `at most ${mostRules} rules`;
  report(reading, "too_many_rules", `a program has ${expected}: split it`, rangeOf(reading, next), { expected });
  throw new GaveUp();
}

/** How bad a violation is. */
export function severityOf(token: IToken, before: tree.Severity | undefined, reading: Reading): tree.Severity {
  if (before !== undefined) refuseSecond(token, "severity", reading);
  return choose(token, severities, "invalid_severity", reading) ?? "info";
}

/** Which rule goes first. */
export function priorityOf(token: IToken, before: number | undefined, reading: Reading): number {
  if (before !== undefined) refuseSecond(token, "priority", reading);
  const value = Number(token.image);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const expected = "a whole number";
  const message = `expected ${expected} (got ${quoted(token.image)})`;
  report(reading, "invalid_priority", message, rangeOf(reading, token), { expected });
  return 0;
}

/** What the lines before the first rule say; undefined when there are none. */
export function headerOf(items: readonly HeaderItem[], reading: Reading): tree.Header | undefined {
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const said: { default?: "allow" | "deny"; onUnknown?: tree.UnknownPolicy; onError?: tree.UnknownPolicy } = {};
  for (const { subject, value } of items) {
    const key = headerKeys.get(subject.image);
    if (key === undefined) choose(subject, ["unknown", "error"], "invalid_header", reading);
    else if (said[key] !== undefined) refuseSecond(subject, subject.image, reading);
    else if (key === "default") said.default = choose(value, defaults, "invalid_header", reading) ?? "deny";
    else said[key] = choose(value, policies, "invalid_header", reading) ?? "violated";
  }
  const firstRule = reading.rules[0];
  if (firstRule !== undefined && last.range.end.offset > firstRule.range.start.offset) {
    const expected = "this before the first rule";
    report(reading, "misplaced_header", `expected ${expected}`, last.range, { expected });
  }
  return { type: "header", ...said, range: { start: first.range.start, end: last.range.end } };
}

const headerKeys = new Map([
  ["default", "default"],
  ["unknown", "onUnknown"],
  ["error", "onError"],
] as const) as ReadonlyMap<string, "default" | "onUnknown" | "onError">;

const eventAliases = new Map<string, tree.TriggerEvent>([
  ...events.map((event) => [event, event] as const),
  ["action", "before_action"],
  ["act", "before_action"],
  ["finish", "agent_finish"],
]);

/** When a rule is looked at. An event alone is that event for every tool. */
export function triggerOf(
  event: IToken | undefined,
  patterns: readonly tree.ToolPattern[],
  range: TextRange,
  reading: Reading,
): tree.Trigger {
  const name = eventAliases.get(event?.image ?? "") ?? "before_action";
  if (event === undefined) return { type: "trigger", event: name, patterns, range };
  const eventRange = rangeOf(reading, event);
  if (event.image !== name) noteSpelling(reading, eventRange, name);
  if (patterns.length > 0) return { type: "trigger", event: name, patterns, range };
  const all: tree.ToolPattern = { type: "tool_pattern", toolkit: "any", tool: "any", range: eventRange };
  return { type: "trigger", event: name, patterns: [all], range };
}

/** Names the arguments of the action for the rule at hand. */
export function declareParameters(names: readonly IToken[], range: TextRange, reading: Reading): void {
  for (const { image } of names) if (!isTaken(image)) reading.locals.set(image, { root: "args", name: image });
  noteSpelling(reading, range, "");
}

/** `action delete` as the comparison that it is. */
export function actionComparison(action: IToken, token: IToken, range: TextRange, reading: Reading): tree.Comparison {
  const value = tokenMatcher(token, Text) ? stringOf(token, reading) : token.image;
  const left: tree.Reference = { type: "reference", root: "args", path: ["action"], range: rangeOf(reading, action) };
  noteSpelling(reading, range);
  return comparisonOf("==", left, { type: "literal", value, range: rangeOf(reading, token) }, range);
}

/**
 * Gives a name to a value for the rule at hand.
 *
 * @param lastWord - the last word before the name: `let`, or `val`
 */
export function declareBinding(name: IToken, lastWord: IToken, first: IToken, reading: Reading): void {
  const range = rangeOf(reading, name);
  if (isTaken(name.image) || reading.locals.has(name.image)) {
    const message = `${quoted(name.image)} has a meaning already: give this another name`;
    report(reading, "duplicate_binding", message, range, { expected: "another name" });
  }
  reading.locals.set(name.image, { root: "let", name: name.image });
  const words = { start: rangeOf(reading, first).start, end: rangeOf(reading, lastWord).end };
  if (textAt(reading, words) !== "let") noteSpelling(reading, words, "let");
}

/** Notes a comma between tools. */
export function commaBetweenTools(comma: IToken, reading: Reading): void {
  const range = rangeOf(reading, comma);
  report(reading, "unexpected_token", 'expected "|" (got ","): | stands between tools', range, {
    expected: '"|"',
    quickFix: fixOf(range, ",", " |"),
  });
}

function choose<T extends string>(token: IToken, words: readonly T[], code: string, reading: Reading): T | undefined {
  const found = words.find((word) => word === token.image);
  if (found !== undefined) return found;
  const range = rangeOf(reading, token);
  const meant = closestName(token.image, words);
  const expected = words.length === 2 ? words.join(" or ") : `one of ${words.join(", ")}`;
  const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
  report(reading, code, `expected ${expected} (got ${quoted(token.image)})${hint}`, range, {
    expected,
    ...(meant !== undefined && { quickFix: fixOf(range, token.image, meant) }),
  });
  return undefined;
}

function refuseSecond(token: IToken, what: string, reading: Reading): void {
  const expected = `one ${what}`;
  report(reading, "duplicate_part", `there is a ${what} already: leave one out`, rangeOf(reading, token), {
    expected,
  });
}
