import type { QuickFix, TextPosition, TextRange } from "@helve/core";
import { closestName, quote } from "@helve/core/internal";
import { events } from "../syntax/choices.ts";
import type { DomainEnforcement, Entry, InvokeAction, PredicateCall, Reference, ToolPattern } from "../syntax/index.ts";
import { referenceText } from "../syntax/references.ts";
import { textPatterns } from "../syntax/shapes.ts";
import { keywords, letters, nameAt } from "../syntax/tokens.ts";

// Changes of a text that put another name in the place of a wrong one. Without the text, those that the ranges of the
// tree alone allow.

/** Another name for the predicate or the domain enforcement at a node. */
export function renamed(
  node: PredicateCall | DomainEnforcement,
  name: string,
  text: string | undefined,
): QuickFix | undefined {
  const range = stretch(node.range.start, node.name.length);
  if (text === undefined ? node.name.includes(":") : textIn(text, range) !== node.name) return undefined;
  const isRight = (node.type === "predicate" ? predicateName : domainName).test(name) && !isLikeKeyword(name);
  return isRight ? writing(name, range) : undefined;
}

/** Another tool for a trigger. */
export function repointed({ range }: ToolPattern, toolkit: string, tool: string): QuickFix | undefined {
  const text = patternText(toolkit, tool);
  return text === undefined ? undefined : writing(text, range);
}

/** A tool, or with `any` many of them, as a trigger writes it; undefined when there is no way to. */
export function patternText(toolkit: string, tool: string): string | undefined {
  if (!toolkitName.test(toolkit) || !toolName.test(tool)) return undefined;
  if (toolkit !== "any") return toolText([toolkit, tool]);
  const isPlain = !notFirst.has(tool) && !isLikeKeyword(tool);
  return isPlain ? toolText([tool]) : JSON.stringify(tool);
}

/** Another tool to invoke. */
export function reinvoked(node: InvokeAction, tool: string, text: string | undefined): QuickFix | undefined {
  if (text === undefined || tool === "") return undefined;
  const { start, end } = node.range;
  const source = text.slice(start.offset, end.offset);
  const [, before = "", found] = invokedTool.exec(source) ?? [];
  if (found === undefined || (found !== node.tool && found !== JSON.stringify(node.tool))) return undefined;
  const from = stretch(start, before.length).end;
  return writing(toolText(tool.split(".")), stretch(from, found.length));
}

/** Another key for an entry of an object. */
export function rekeyed({ key, range }: Entry, name: string, text: string | undefined): QuickFix | undefined {
  if (text === undefined) return undefined;
  plainString.lastIndex = range.start.offset;
  const found = plainString.exec(text)?.[0];
  if (found === undefined || found !== JSON.stringify(key)) return undefined;
  return writing(JSON.stringify(name), stretch(range.start, found.length));
}

/** Another path for a reference. */
export function redirected(reference: Reference, path: Reference["path"], isInMessage: boolean): QuickFix | undefined {
  const write = referenceText({ ...reference, path });
  if (!isInMessage) return writing(write, reference.range);
  return /["\\]/.test(write) ? undefined : writing(`\${${write}}`, reference.range);
}

/** Something else in the place of a stretch. */
export function writing(write: string, range: TextRange): QuickFix {
  return { title: write === "" ? "Leave it out" : `Write ${quote(write)}`, range, text: write };
}

const notFirst: ReadonlySet<string> = new Set([...events, "action", "act", "finish", "let", "query", "prepare"]);
const predicateName = new RegExp(textPatterns.predicate.pattern, "u");
const toolkitName = new RegExp(textPatterns.toolkit.pattern, "u");
const toolName = new RegExp(textPatterns.tool.pattern, "u");
const domainName = new RegExp(textPatterns.domain.pattern, "u");

const plainString = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
/** What stands before the tool, and the tool; one between comments is not found. */
const invokedTool = new RegExp(
  String.raw`^(invoke_action[ \t]*\([ \t]*)("(?:[^"\\\r\n]|\\[^\r\n])*"|${letters.first}(?:${letters.other}|\.)*)`,
  "u",
);

/** A tool as rules write it: in quotes where a part of its name is no name, or another word. */
export function toolText(parts: readonly string[]): string {
  const [first = ""] = parts;
  const areNames = parts.every((part) => nameAt(part, 0) === part && (part === "any" || part.toLowerCase() !== "any"));
  const tool = parts.join(".");
  return areNames && parts.length < 3 && !keywords.includes(first) ? tool : JSON.stringify(tool);
}

/** Whether a name would be read as a misspelt keyword at some places. */
function isLikeKeyword(word: string): boolean {
  return closestName(word, keywords) !== undefined;
}

function textIn(text: string, { start, end }: TextRange): string {
  return text.slice(start.offset, end.offset);
}

/** So many characters of one line. */
function stretch(start: TextPosition, length: number): TextRange {
  return { start, end: { offset: start.offset + length, line: start.line, column: start.column + length } };
}
