import { type Binding, type Rule, readProgram } from "@helve/agentspec";
import { isName, isReservedName, isWord, tokens as t } from "@helve/agentspec/internal";
import type { TextRange } from "@helve/core";
import { quote } from "@helve/core/internal";
import { tokenMatcher } from "chevrotain";
import { clampOffset, nodesAt, tokenAt } from "./at-offset.ts";
import { lexedText, type OpenProgram, programReading, type Span, tokenRange, tokenSpan } from "./open-program.ts";
import { ruleOutlines } from "./rule-outline.ts";
import { type BindingSymbol, type NamedSymbol, type RuleSymbol, symbolAt } from "./symbol-at.ts";
import { applyEdits, type TextEdit } from "./text-edit.ts";

/**
 * Renames the rule or the `let` whose name is at an offset; a `let` with all references to it. Refuses an invalid name, and a name that
 * would change the meaning of the rule.
 *
 * @param offset - in UTF-16 units
 * @param name - the new name; a rule's without its @
 *
 * @example
 * const program = openProgram("rule @a trigger X let n = 1 check args.size > n enforce stop end");
 * renameAt(program, 22, "args"); // { kind: "refused", reason: '"args" already has a meaning: …' }
 */
export function renameAt(program: OpenProgram, offset: number, name: string): RenameResult {
  const named = symbolAt(program, clampOffset(program, offset));
  if (named === undefined) return refused(noSymbolReason(program, clampOffset(program, offset)));
  if (name === named.name) return { kind: "edits", edits: [] };
  const problem =
    named.kind === "rule" ? ruleNameProblem(program, named, name) : bindingNameProblem(program, named, name);
  if (problem !== undefined) return refused(problem);
  const ranges = [declarationRange(named, program), ...named.references];
  const edits = ranges.flatMap((range) => (range === undefined ? [] : [{ range, newText: name }]));
  if (edits.length < ranges.length) {
    return refused(`a message refers to ${quote(named.name)} with escape sequences: write it without them first`);
  }
  return keepsRuleMeaning(program, named, name, edits)
    ? { kind: "edits", edits }
    : refused(`${quote(name)} would change the meaning of the rule: choose another name`);
}

/**
 * Finds the name at an offset if it can be renamed: the name of a rule or of a `let`; otherwise returns undefined.
 *
 * @param offset - in UTF-16 units
 *
 * @example
 * prepareRename(openProgram("rule @a trigger X check enforce stop end"), 6)?.placeholder; // "a"
 */
export function prepareRename(program: OpenProgram, offset: number): PrepareRenameResult | undefined {
  const named = symbolAt(program, clampOffset(program, offset));
  return named && { range: named.range, placeholder: named.name };
}

/** The result of a rename: the changes, or the reason why the name was refused. */
export type RenameResult =
  | { readonly kind: "edits"; readonly edits: readonly TextEdit[] }
  /** A message for the user. */
  | { readonly kind: "refused"; readonly reason: string };

/** A name that can be renamed (LSP `PrepareRenameResult`). */
export interface PrepareRenameResult {
  readonly range: TextRange;
  /** The current name. */
  readonly placeholder: string;
}

/** The reason why nothing at an offset can be renamed, as a message for the user. */
function noSymbolReason(program: OpenProgram, offset: number): string {
  return isInInvalidRule(program, offset)
    ? "this rule has a mistake: fix it before you rename a let in it"
    : "nothing can be renamed here: expected the name of a rule or of a let";
}

/** Whether an offset is at a word of a rule that has a `let` and doesn't parse. */
function isInInvalidRule(program: OpenProgram, offset: number): boolean {
  const token = tokenAt(program, offset);
  if (token === undefined || !tokenMatcher(token, t.Name) || nodesAt(program, offset).length > 0) return false;
  return ruleOutlines(program).some(({ bindings, tokens }) => bindings.length > 0 && tokens.includes(token));
}

function declarationRange(named: NamedSymbol, program: OpenProgram): TextRange | undefined {
  if (named.kind === "binding") return named.declaration;
  return named.outline.name && tokenRange(named.outline.name, lexedText(program));
}

/** Returns the result of a refused rename. */
function refused(reason: string): RenameResult {
  return { kind: "refused", reason };
}

/** Why a rule can't have a name: it is invalid, a keyword, or the name of another rule. Undefined if it can. */
function ruleNameProblem(program: OpenProgram, { outline }: RuleSymbol, name: string): string | undefined {
  const mayBeKeyword = outline.tokens[1]?.tokenType === t.At;
  if (!(mayBeKeyword ? isWord(name) : isName(name))) return invalidNameReason(name, mayBeKeyword && !isWord(name));
  const existing = ruleOutlines(program).find((rule) => rule.name?.image === name)?.name;
  if (existing === undefined) return undefined;
  const { line, column } = tokenRange(existing, lexedText(program)).start;
  return `there is already a rule ${quote(name)}, at ${line}:${column}: choose another name`;
}

/** Why a `let` can't have a name: it is invalid, a keyword, or already has a meaning in the rule. Undefined if it can. */
function bindingNameProblem(program: OpenProgram, { rule, binding }: BindingSymbol, name: string): string | undefined {
  if (!isName(name)) return invalidNameReason(name, !isWord(name));
  const { bindings = [], rules } = programReading(program).partialProgram;
  const others = (rule === undefined ? rules : [rule]).flatMap((around) => around.bindings ?? []);
  const isDeclared = [...bindings, ...others].some((declared) => declared !== binding && declared.name === name);
  return isReservedName(name) || isDeclared ? `${quote(name)} already has a meaning: choose another name` : undefined;
}

/** The message for a name that is not a word, or is a keyword. */
function invalidNameReason(name: string, hasInvalidCharacters: boolean): string {
  return hasInvalidCharacters
    ? `${quote(name)} is not a valid name: expected letters, digits, _ and -, with a letter or _ first`
    : `${quote(name)} is a keyword: expected another name`;
}

/** Whether the rule parses to the same tree before and after the edits, apart from the renamed name. */
function keepsRuleMeaning(program: OpenProgram, named: NamedSymbol, name: string, edits: readonly TextEdit[]): boolean {
  const { start, end } = symbolSpan(program, named);
  const before = program.text.slice(start, end);
  const own = edits.filter(({ range }) => start <= range.start.offset && range.end.offset <= end);
  const growth = own.reduce(
    (sum, { range, newText }) => sum + newText.length - (range.end.offset - range.start.offset),
    0,
  );
  const after = applyEdits(program.text, own).slice(start, end + growth);
  return ruleFingerprint(after, named.kind, name) === ruleFingerprint(before, named.kind, named.name);
}

/** The offsets of the rule that contains a rule name or a `let` name; of the whole text for a shared `let`, or if there are any. */
function symbolSpan(program: OpenProgram, named: NamedSymbol): Span {
  const isShared = programReading(program).partialProgram.bindings !== undefined;
  if (named.kind === "binding") {
    if (named.rule === undefined || isShared) return { start: 0, end: program.text.length };
    return { start: named.rule.range.start.offset, end: named.rule.range.end.offset };
  }
  const [first, last] = [named.outline.tokens[0], named.outline.tokens.at(-1)];
  return { start: first?.startOffset ?? 0, end: last === undefined ? 0 : tokenSpan(last).end };
}

/** A string that identifies the meaning of a rule: its syntax tree without ranges and without the given name, and its issue codes. */
function ruleFingerprint(text: string, kind: NamedSymbol["kind"], name: string): string {
  const { partialProgram, issues } = readProgram(text);
  const rules = partialProgram.rules.map((rule) =>
    kind === "rule" ? { ...rule, name: "" } : withoutBindingName(rule, name),
  );
  const withoutPlaces = (key: string, value: unknown): unknown => (key === "range" ? undefined : value);
  const shared = partialProgram.bindings?.map((binding) => withoutBindingName(binding, name));
  return JSON.stringify([shared, rules, issues.map(({ code }) => code)], withoutPlaces);
}

/** Copies a rule or a binding with an empty name for one `let` and for the references to it. */
function withoutBindingName(node: Rule | Binding, name: string): unknown {
  return JSON.parse(JSON.stringify(node), (_, value) => {
    if (value?.type === "binding" && value.name === name) return { ...value, name: "" };
    if (value?.type !== "reference" || value.root !== "let" || value.path[0] !== name) return value;
    return { ...value, path: ["", ...value.path.slice(1)] };
  });
}
