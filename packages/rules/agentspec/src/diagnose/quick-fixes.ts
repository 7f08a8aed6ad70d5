/** Creates quick fixes: text changes that replace a wrong name by a known one. */
import type { QuickFix, TextPosition, TextRange } from "@helve/core";
import { closestName, quote } from "@helve/core/internal";
import type {
  DomainEnforcement,
  Entry,
  InvokeAction,
  PredicateCall,
  Reference,
  ToolPattern,
} from "@helve/core/program";
import { referenceText } from "../syntax/build-value.ts";
import { keywords, nameCharacters, stringPatterns } from "../syntax/string-patterns.ts";
import { nameAt } from "../syntax/tokens.ts";
import { triggerEvents } from "../syntax/vocabulary.ts";

/** Replaces the name of a predicate or a domain enforcement. */
export function renameFix(
  node: PredicateCall | DomainEnforcement,
  name: string,
  text: string | undefined,
): QuickFix | undefined {
  const range = rangeOfLength(node.range.start, node.name.length);
  if (text === undefined ? node.name.includes(":") : textInRange(text, range) !== node.name) return undefined;
  const isRight = (node.type === "predicate" ? predicateName : domainName).test(name) && !resemblesKeyword(name);
  return isRight ? replaceFix(name, range) : undefined;
}

/** Replaces the tool in a trigger. */
export function triggerToolFix({ range }: ToolPattern, toolkit: string, tool: string): QuickFix | undefined {
  const text = toolPatternText(toolkit, tool);
  return text === undefined ? undefined : replaceFix(text, range);
}

/** The text of a tool pattern in a trigger, quoted if necessary; `undefined` if a trigger can't express it. */
export function toolPatternText(toolkit: string, tool: string): string | undefined {
  if (!toolkitName.test(toolkit) || !toolName.test(tool)) return undefined;
  if (toolkit !== "any") return toolNameText([toolkit, tool]);
  const isPlain = !triggerWords.has(tool) && !resemblesKeyword(tool);
  return isPlain ? toolNameText([tool]) : JSON.stringify(tool);
}

/** Replaces the tool in `invoke_action(…)`. */
export function invokedToolFix(node: InvokeAction, tool: string, text: string | undefined): QuickFix | undefined {
  if (text === undefined || tool === "") return undefined;
  const { start, end } = node.range;
  const source = text.slice(start.offset, end.offset);
  const [, before = "", found] = invokedTool.exec(source) ?? [];
  if (found === undefined || (found !== node.tool && found !== JSON.stringify(node.tool))) return undefined;
  const from = rangeOfLength(start, before.length).end;
  return replaceFix(toolNameText(tool.split(".")), rangeOfLength(from, found.length));
}

/** Replaces a key of an object. */
export function renameKeyFix({ key, range }: Entry, name: string, text: string | undefined): QuickFix | undefined {
  if (text === undefined) return undefined;
  plainString.lastIndex = range.start.offset;
  const found = plainString.exec(text)?.[0];
  if (found === undefined || found !== JSON.stringify(key)) return undefined;
  return replaceFix(JSON.stringify(name), rangeOfLength(range.start, found.length));
}

/** Replaces the path of a reference. */
export function referencePathFix(
  reference: Reference,
  path: Reference["path"],
  isInMessage: boolean,
): QuickFix | undefined {
  const write = referenceText({ ...reference, path });
  if (!isInMessage) return replaceFix(write, reference.range);
  return /["\\]/.test(write) ? undefined : replaceFix(`\${${write}}`, reference.range);
}

/** Replaces a range of the text. */
export function replaceFix(write: string, range: TextRange): QuickFix {
  return { title: write === "" ? "Remove it" : `Write ${quote(write)}`, range, text: write };
}

const triggerWords: ReadonlySet<string> = new Set([
  ...triggerEvents,
  "action",
  "act",
  "finish",
  "let",
  "query",
  "prepare",
]);
const predicateName = new RegExp(stringPatterns.predicate.pattern, "u");
const toolkitName = new RegExp(stringPatterns.toolkit.pattern, "u");
const toolName = new RegExp(stringPatterns.tool.pattern, "u");
const domainName = new RegExp(stringPatterns.domain.pattern, "u");

const plainString = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
/** Captures the text before the tool and the tool itself. It does not match if there are comments between them. */
const invokedTool = new RegExp(
  String.raw`^(invoke_action[ \t]*\([ \t]*)("(?:[^"\\\r\n]|\\[^\r\n])*"|${nameCharacters.first}(?:${nameCharacters.other}|\.)*)`,
  "u",
);

/** The name of a tool in the text of a rule: in quotes if a part of it is not a valid name or is a keyword. */
export function toolNameText(parts: readonly string[]): string {
  const [first = ""] = parts;
  const areNames = parts.every((part) => nameAt(part, 0) === part && (part === "any" || part.toLowerCase() !== "any"));
  const tool = parts.join(".");
  return areNames && parts.length < 3 && !keywords.includes(first) ? tool : JSON.stringify(tool);
}

/** Whether the parser could take a name for a misspelled keyword. */
function resemblesKeyword(word: string): boolean {
  return closestName(word, keywords) !== undefined;
}

/** The text within a range. */
function textInRange(text: string, { start, end }: TextRange): string {
  return text.slice(start.offset, end.offset);
}

/** Returns a range of several characters on one line. */
function rangeOfLength(start: TextPosition, length: number): TextRange {
  return { start, end: { offset: start.offset + length, line: start.line, column: start.column + length } };
}

/** The end of a message about an unknown name: `: did you mean "x"?`, or nothing. */
export function suggestionHint(meant: string | undefined): string {
  return meant === undefined ? "" : `: did you mean "${meant}"?`;
}
