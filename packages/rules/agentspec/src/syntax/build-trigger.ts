/** Builds the triggers and tool patterns of rules from tokens, and reports mistakes that the grammar can't detect. */
import type { TextRange } from "@helve/core";
import type * as tree from "@helve/core/program";
import type { ToolPattern } from "@helve/core/program";
import { type IToken, tokenMatcher } from "chevrotain";
import { buildComparison } from "./build-check.ts";
import { stringValue } from "./build-value.ts";
import { type ParserState, recordAlternativeForm, reportIssue, reportWrongCase, tokenRange } from "./parser-state.ts";
import { stringPatterns } from "./string-patterns.ts";
import { StringLiteral } from "./tokens.ts";
import { replacementFix } from "./unsupported-syntax.ts";
import { isReservedName, triggerEvents } from "./vocabulary.ts";

/**
 * Builds a tool pattern. A tool alone matches in any toolkit; a string can contain toolkit and tool with a dot.
 *
 * @param words - the tokens before the dot; several words are one name
 * @param written - the tokens after the dot, or the `*` after a name without a toolkit
 */
export function buildToolPattern(
  words: readonly IToken[],
  written: ToolMember | IToken | undefined,
  state: ParserState,
): ToolPattern {
  const [first, ...others] = words;
  const member = written !== undefined && "name" in written ? written.name : undefined;
  const star = written !== undefined && "name" in written ? written.star : written;
  const last = member ?? others.at(-1) ?? first;
  if (first === undefined || last === undefined) throw new RangeError("a pattern has at least one word");
  const end = star ?? last;
  const range = state.source.range(first.startOffset, end.startOffset + end.image.length);
  if (others.length > 0) {
    const tool = words.map(({ image }) => image).join(" ");
    recordAlternativeForm(state, range, JSON.stringify(tool));
    return { type: "tool_pattern", toolkit: "any", tool, range };
  }
  const name = toolNamePart(first, state);
  const dot = member === undefined && tokenMatcher(first, StringLiteral) ? name.indexOf(".") : -1;
  const toolkit = member !== undefined ? name : dot < 0 ? "any" : name.slice(0, dot);
  const tool = member !== undefined ? toolNamePart(member, state) : name.slice(dot + 1);
  if (!toolkitName.test(toolkit)) reportInvalidTool(first, "the name of a toolkit", state);
  else if (!toolName.test(tool)) reportInvalidTool(last, "the name of a tool", state);
  const ended = { name: member ?? first, star };
  if (isWrongStar(ended)) reportWrongStar(ended, state);
  const ending = star === undefined ? "" : "*";
  return { type: "tool_pattern", toolkit, tool: tool + ending, range };
}

/** The tokens of a tool's name after the dot. */
export interface ToolMember {
  readonly name: IToken;
  readonly star: IToken | undefined;
}

/** Whether a `*` is in the wrong place: it must directly follow the beginning of a name. */
function isWrongStar({ name, star }: ToolMember): boolean {
  return name.image === "*" || (star !== undefined && star.startOffset !== name.startOffset + name.image.length);
}

/** Reports a `*` in a tool's name where none can stand. */
function reportWrongStar({ name, star }: ToolMember, state: ParserState): void {
  const range = tokenRange(state, star ?? name);
  const expected = "any, or the beginning of a name directly before *, as in Gmail.Delete*";
  reportIssue(state, "invalid_tool", {
    message: `expected ${expected} (got "*")`,
    range,
    expected,
    quickFix: star === undefined ? replacementFix(range, "*", "any") : undefined,
  });
}

const toolkitName = new RegExp(stringPatterns.toolkit.pattern, "u");
const toolName = new RegExp(stringPatterns.tool.pattern, "u");

/** The name in a token of a tool pattern; reports invalid strings. */
function toolNamePart(token: IToken, state: ParserState): string {
  if (tokenMatcher(token, StringLiteral)) return stringValue(token, state);
  reportWrongCase(token, ["any"], state);
  return token.image;
}

/** Reports an invalid tool name. */
function reportInvalidTool(token: IToken, expected: string, state: ParserState): void {
  const message = `expected ${expected} (got ${token.image})`;
  reportIssue(state, "invalid_tool", { message, range: tokenRange(state, token), expected });
}

/** Builds the trigger of a rule. An event without tools matches every tool. */
export function buildTrigger(
  event: IToken | undefined,
  patterns: readonly tree.ToolPattern[],
  range: TextRange,
  state: ParserState,
): tree.Trigger {
  const name = eventAliases.get(event?.image ?? "") ?? "before_action";
  if (event === undefined) return { type: "trigger", event: name, patterns, range };
  const eventRange = tokenRange(state, event);
  if (event.image !== name) recordAlternativeForm(state, eventRange, name);
  if (patterns.length > 0) return { type: "trigger", event: name, patterns, range };
  const all: tree.ToolPattern = { type: "tool_pattern", toolkit: "any", tool: "any", range: eventRange };
  return { type: "trigger", event: name, patterns: [all], range };
}

const eventAliases = new Map<string, tree.TriggerEvent>([
  ...triggerEvents.map((event) => [event, event] as const),
  ["action", "before_action"],
  ["act", "before_action"],
  ["finish", "agent_finish"],
]);

/** Declares the parameters of a trigger such as `Run(command)` in the current rule. */
export function declareParameters(names: readonly IToken[], range: TextRange, state: ParserState): void {
  for (const { image } of names) if (!isReservedName(image)) state.localNames.set(image, { root: "args", name: image });
  recordAlternativeForm(state, range, "");
}

/** Builds the comparison `args.action == "delete"` of the line `action delete`. */
export function buildActionComparison(
  action: IToken,
  token: IToken,
  range: TextRange,
  state: ParserState,
): tree.Comparison {
  const value = tokenMatcher(token, StringLiteral) ? stringValue(token, state) : token.image;
  const left: tree.Reference = { type: "reference", root: "args", path: ["action"], range: tokenRange(state, action) };
  recordAlternativeForm(state, range);
  return buildComparison("==", left, { type: "literal", value, range: tokenRange(state, token) }, range);
}

/** Reports a comma between tools. */
export function reportCommaBetweenTools(comma: IToken, state: ParserState): void {
  const range = tokenRange(state, comma);
  reportIssue(state, "unexpected_token", {
    message: 'expected "|" (got ","): separate tools with |',
    range,
    expected: '"|"',
    quickFix: replacementFix(range, ",", " |"),
  });
}

/** A trigger, and the condition of an `action …` line under it. */
export interface TriggerParts {
  readonly trigger: tree.Trigger;
  readonly condition: tree.Comparison | undefined;
}
