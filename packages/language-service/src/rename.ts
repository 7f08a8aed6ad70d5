import { type Rule, readProgram } from "@helve/agentspec";
import { isName, isReservedName, isWord, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { quote } from "@helve/core/internal";
import { tokenMatcher } from "chevrotain";
import { nodesAt, tokenAt, within } from "./at-offset.ts";
import { type Named, type NamedBinding, type NamedRule, namedAt } from "./named.ts";
import { lexedOf, type OpenProgram, rangeOfToken, stretchOf } from "./open-program.ts";
import { outlineOf } from "./outline.ts";
import { applyEdits, type TextEdit } from "./text-edit.ts";

/** The changes that give something another name, or why there are none. */
export type Renaming =
  | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
  /** A sentence for the person who asked. */
  | { readonly kind: "refused"; readonly reason: string };

/** What can be renamed at an offset (LSP `prepareRename`). */
export interface Renamable {
  readonly range: TextRange;
  /** Its name now. */
  readonly placeholder: string;
}

/**
 * The name at an offset, if it is one that a rule gives: its own, or that of a value.
 *
 * @param offset - in UTF-16 units
 *
 * @example
 * prepareRename(openProgram("rule @a trigger X check enforce stop end"), 6)?.placeholder; // "a"
 */
export function prepareRename(program: OpenProgram, offset: number): Renamable | undefined {
  const named = namedAt(program, within(program, offset));
  return named && { range: named.range, placeholder: named.name };
}

/**
 * Gives the rule, or the value of a `let`, whose name is at an offset another name, everywhere in its rule. What the rule
 * says stays the same: a name that would be read as something else is refused.
 *
 * @param offset - in UTF-16 units
 * @param name - the new name; a rule's without its @
 *
 * @example
 * const program = openProgram("rule @a trigger X let n = 1 check args.size > n enforce stop end");
 * renameAt(program, 22, "args"); // { kind: "refused", reason: '"args" has a meaning already: …' }
 */
export function renameAt(program: OpenProgram, offset: number, name: string): Renaming {
  const named = namedAt(program, within(program, offset));
  if (named === undefined) return refused(whyNothing(program, within(program, offset)));
  if (name === named.name) return { kind: "edits", edits: [] };
  const fault = named.kind === "rule" ? faultOfRuleName(program, named, name) : faultOfBindingName(named, name);
  if (fault !== undefined) return refused(fault);
  const ranges = named.kind === "rule" ? [named.range] : [named.given, ...named.uses];
  const edits = ranges.flatMap((range) => (range === undefined ? [] : [{ range, text: name }]));
  if (edits.length < ranges.length) {
    return refused(`a place that names ${quote(named.name)} is written with escapes: write it without them first`);
  }
  return keepsMeaning(program, named, name, edits)
    ? { kind: "edits", edits }
    : refused(`with ${quote(name)} the rule would say something else: give it another name`);
}

function whyNothing(program: OpenProgram, offset: number): string {
  return isInUnreadRule(program, offset)
    ? "there is a mistake in this rule: mend it before a let in it gets another name"
    : "there is nothing to rename here: expected the name of a rule or of a let";
}

/** Whether an offset is at a word of a rule with a `let` in which something is wrong. */
function isInUnreadRule(program: OpenProgram, offset: number): boolean {
  const token = tokenAt(program, offset);
  if (token === undefined || !tokenMatcher(token, t.Name) || nodesAt(program, offset).length > 0) return false;
  return outlineOf(program).some(({ bindings, tokens }) => bindings.length > 0 && tokens.includes(token));
}

function refused(reason: string): Renaming {
  return { kind: "refused", reason };
}

function faultOfRuleName(program: OpenProgram, { outline }: NamedRule, name: string): string | undefined {
  const mayBeKeyword = outline.tokens[1]?.tokenType === t.At;
  if (!(mayBeKeyword ? isWord(name) : isName(name))) return noName(name, mayBeKeyword && !isWord(name));
  const other = outlineOf(program).find((one) => one.name?.image === name)?.name;
  if (other === undefined) return undefined;
  const { line, column } = rangeOfToken(other, lexedOf(program)).start;
  return `there is a rule ${quote(name)} already, at ${line}:${column}: give this one another name`;
}

function faultOfBindingName({ rule, binding }: NamedBinding, name: string): string | undefined {
  if (!isName(name)) return noName(name, !isWord(name));
  const isThere = rule.bindings?.some((one) => one !== binding && one.name === name) === true;
  return isReservedName(name) || isThere ? `${quote(name)} has a meaning already: give it another name` : undefined;
}

function noName(name: string, isNoWord: boolean): string {
  return isNoWord
    ? `${quote(name)} is no name: expected letters, digits, _ and -, with a letter or _ first`
    : `${quote(name)} is a keyword: expected another name`;
}

/** Whether the rule alone, with the new name, reads as it did. */
function keepsMeaning(program: OpenProgram, named: Named, name: string, edits: readonly TextEdit[]): boolean {
  const { start, end } = placeOf(named);
  const before = program.text.slice(start, end);
  const grown = edits.reduce((sum, { range, text }) => sum + text.length - (range.end.offset - range.start.offset), 0);
  const after = applyEdits(program.text, edits).slice(start, end + grown);
  return meaningOf(after, named.kind, name) === meaningOf(before, named.kind, named.name);
}

function placeOf(named: Named): { readonly start: number; readonly end: number } {
  if (named.kind === "binding") return { start: named.rule.range.start.offset, end: named.rule.range.end.offset };
  const [first, last] = [named.outline.tokens[0], named.outline.tokens.at(-1)];
  return { start: first?.startOffset ?? 0, end: last === undefined ? 0 : stretchOf(last).end };
}

/** What a text says, and what kinds of mistakes are in it, without its places and without one name. */
function meaningOf(text: string, kind: Named["kind"], name: string): string {
  const { partialProgram, issues } = readProgram(text);
  const rules = partialProgram.rules.map((rule) => (kind === "rule" ? { ...rule, name: "" } : nameless(rule, name)));
  const withoutPlaces = (key: string, value: unknown): unknown => (key === "range" ? undefined : value);
  return JSON.stringify([rules, issues.map(({ code }) => code)], withoutPlaces);
}

/** A rule in which a `let` and what refers to it have no name. */
function nameless(rule: Rule, name: string): unknown {
  return JSON.parse(JSON.stringify(rule), (_, value) => {
    if (value?.type === "binding" && value.name === name) return { ...value, name: "" };
    if (value?.type !== "reference" || value.root !== "let" || value.path[0] !== name) return value;
    return { ...value, path: ["", ...value.path.slice(1)] };
  });
}
