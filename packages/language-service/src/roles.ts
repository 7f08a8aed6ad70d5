import {
  type Comparison,
  type ProgramNode,
  type ProgramNodeOf,
  type Reference,
  type Template,
  type Visitor,
  visit,
} from "@helve/agentspec";
import { defaultDecisions, tokens as t, unknownPolicies, valueWords } from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { tokensIn } from "./at-offset.ts";
import { type OpenProgram, readingOf, type Stretch, stretchOf } from "./open-program.ts";

/** Named as in LSP's `SemanticTokenTypes`. */
export type SemanticTokenType =
  | "keyword"
  | "class"
  | "event"
  | "namespace"
  | "method"
  | "function"
  | "variable"
  | "property"
  | "enumMember"
  | "string"
  | "regexp"
  | "number"
  | "operator"
  | "comment";

/** Named as in LSP's `SemanticTokenModifiers`. */
export type SemanticTokenModifier = "declaration" | "documentation" | "defaultLibrary";

/** A stretch of the text, and what it is in its rule. */
export interface Role extends Stretch {
  readonly type: SemanticTokenType;
  readonly modifiers?: readonly SemanticTokenModifier[];
}

/**
 * What the tokens are in the rules in which nothing is wrong, and in the header, as far as only the tree can tell. A message
 * with holes is more than one thing.
 */
export function rolesIn(program: OpenProgram): ReadonlyMap<IToken, readonly Role[]> {
  const roles = new Map<IToken, readonly Role[]>();
  visit(
    readingOf(program).partialProgram,
    marking({
      text: program.text,
      between: (start, end) => tokensIn(program, { start, end }),
      split: (token, parts) => void roles.set(token, parts),
      mark: (tokens, type, ...modifiers) => {
        for (const token of tokens) roles.set(token, [{ ...stretchOf(token), type, modifiers }]);
      },
    }),
  );
  return roles;
}

/** Notes what tokens are. */
interface Pen {
  readonly text: string;
  between(start: number, end: number): readonly IToken[];
  split(token: IToken, parts: readonly Role[]): void;
  mark(tokens: readonly IToken[], type: SemanticTokenType, ...modifiers: SemanticTokenModifier[]): void;
}

function marking(pen: Pen): Visitor {
  const { mark } = pen;
  const markWord = (node: ProgramNode): void => void markName(node, pen);
  return {
    header: (node) => {
      for (const token of words(tokensOf(node, pen))) {
        const isChoice = [...defaultDecisions, ...unknownPolicies].some((word) => word === token.image);
        mark([token], isChoice ? "enumMember" : "keyword");
      }
    },
    rule: (node) => markHead(words(pen.between(startOf(node), startOf(node.trigger))), pen),
    trigger: (node) => {
      const [first = node] = node.patterns;
      mark(words(pen.between(startOf(node), startOf(first))), "event");
    },
    tool_pattern: (node) => markPattern(node, pen),
    binding: (node) => {
      const before = words(pen.between(startOf(node), startOf(node.value)));
      mark(before.slice(0, -1), "keyword");
      mark(before.slice(-1), "variable", "declaration");
    },
    predicate: (node) => mark(tokensOf(node, pen).slice(0, 1), "function"),
    comparison: (node) => markComparison(node, pen),
    literal: (node) => {
      if (typeof node.value !== "string") mark(words(tokensOf(node, pen)), "keyword");
    },
    reference: (node, parents) => {
      if (parents.at(-1)?.type !== "template") markReference(node, pen);
    },
    entry: (node) => mark(tokensOf(node, pen).slice(0, 1), "property"),
    user_inspection: (node) => {
      mark(words(markName(node, pen)), "enumMember");
      markMessage(node.message, pen);
    },
    warn: (node) => {
      markWord(node);
      markMessage(node.message, pen);
    },
    log: (node) => {
      markWord(node);
      markMessage(node.message, pen);
    },
    invoke_action: (node) => {
      const rest = markName(node, pen);
      const comma = rest.findIndex(({ tokenType }) => tokenType === t.Comma);
      markTool(comma < 0 ? rest : rest.slice(0, comma), pen);
    },
    domain: (node) => {
      const [first] = node.arguments;
      if (first !== undefined) mark(words(pen.between(startOf(node), startOf(first))), "function");
    },
    llm_self_reflect: markWord,
    stop: markWord,
    skip: markWord,
    none: markWord,
    allow: markWord,
  };
}

function startOf({ range }: ProgramNode): number {
  return range.start.offset;
}

function tokensOf({ range }: ProgramNode, { between }: Pen): readonly IToken[] {
  return between(range.start.offset, range.end.offset);
}

function words(tokens: readonly IToken[]): readonly IToken[] {
  return tokens.filter((token) => tokenMatcher(token, t.Word));
}

/** From `rule` to `trigger`. */
function markHead([rule, name, ...notes]: readonly IToken[], { mark }: Pen): void {
  if (rule !== undefined) mark([rule], "keyword");
  if (name !== undefined) mark([name], "class", "declaration");
  for (const [at, token] of notes.entries()) {
    mark([token], notes[at - 1]?.image === "severity" ? "enumMember" : "keyword");
  }
}

function markPattern(node: ProgramNodeOf<"tool_pattern">, pen: Pen): void {
  const tokens = tokensOf(node, pen);
  // An event alone is the place of its pattern, too.
  const isEvent = tokens.length === 1 && node.tool === "any" && tokens[0]?.image !== "any";
  if (isEvent) pen.mark(words(tokens), "event");
  else markTool(tokens, pen);
}

function markTool(tokens: readonly IToken[], { mark }: Pen): void {
  for (const [at, token] of tokens.entries()) {
    if (!tokenMatcher(token, t.Word)) continue;
    const isToolkit = tokens[at + 1]?.tokenType === t.Dot;
    mark([token], token.image === "any" ? "keyword" : isToolkit ? "namespace" : "method");
  }
}

function markComparison({ left, operator, right, range }: Comparison, { between, mark }: Pen): void {
  const signs = between(left.range.end.offset, startOf(right));
  mark(
    signs.filter((token) => tokenMatcher(token, t.Compare) || tokenMatcher(token, t.Not)),
    "operator",
  );
  // `eq(…)` of the early dialect.
  mark(between(range.start.offset, startOf(left)).slice(0, 1), "function");
  if (operator === "matches" && right.type === "literal")
    mark(between(startOf(right), right.range.end.offset), "regexp");
}

function markReference(node: Reference, pen: Pen): void {
  const [first, ...rest] = tokensOf(node, pen);
  if (first === undefined) return;
  const { type, modifiers } = roleOfFirst(node, first.image);
  pen.mark([first], type, ...modifiers);
  pen.mark(words(rest), "property");
}

/** What the word is that a reference begins with. */
function roleOfFirst({ root }: Reference, word: string): Required<Pick<Role, "type" | "modifiers">> {
  if (root === "let") return { type: "variable", modifiers: [] };
  const isRoot = valueWords.roots.includes(word);
  return { type: isRoot ? "variable" : "property", modifiers: isRoot ? ["defaultLibrary"] : [] };
}

/**
 * The word or words that an enforcement begins with.
 *
 * @returns the tokens after them
 */
function markName(node: ProgramNode, pen: Pen): readonly IToken[] {
  const tokens = tokensOf(node, pen);
  const end = tokens.findIndex((token) => !tokenMatcher(token, t.Word));
  pen.mark(end < 0 ? tokens : tokens.slice(0, end), "keyword");
  return end < 0 ? [] : tokens.slice(end);
}

function markMessage(message: Template | undefined, pen: Pen): void {
  const [token] = message === undefined ? [] : tokensOf(message, pen);
  if (message === undefined || token === undefined) return;
  const { start, end } = stretchOf(token);
  const parts: Role[] = [];
  let from = start;
  for (const part of message.parts) {
    const [hole, after] = [part.range.start.offset, part.range.end.offset];
    const name = nameOfHole(pen.text, hole);
    if (part.type !== "reference" || name === undefined) continue;
    const path = hole + 2 + name.length;
    parts.push({ start: from, end: hole, type: "string" });
    parts.push({ start: hole + 2, end: path, ...roleOfFirst(part, name) });
    parts.push({ start: path, end: after - 1, type: "property" });
    from = after;
  }
  parts.push({ start: from, end, type: "string" });
  pen.split(
    token,
    parts.filter((part) => part.start < part.end),
  );
}

/** The first word of a hole; undefined where the hole is written with escapes. */
function nameOfHole(text: string, hole: number): string | undefined {
  return text.startsWith("${", hole) ? t.nameAt(text, hole + 2) : undefined;
}
