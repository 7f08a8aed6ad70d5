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
import type { Quantifier } from "@helve/core/program";
import { type IToken, type TokenType, tokenMatcher } from "chevrotain";
import { tokensIn } from "../at-offset.ts";
import { type OpenProgram, programReading, type Span, tokenSpan } from "../open-program.ts";

/**
 * Classifies the tokens of the header and of valid rules by the syntax nodes they belong to, for example the name of a predicate as a
 * function. A token has one span, except that a message with `${…}` placeholders has several.
 */
export function classifyTreeTokens(program: OpenProgram): ReadonlyMap<IToken, readonly ClassifiedSpan[]> {
  const spans = new Map<IToken, readonly ClassifiedSpan[]>();
  visit(
    programReading(program).partialProgram,
    markingVisitor({
      text: program.text,
      between: (start, end) => tokensIn(program, { start, end }),
      split: (token, parts) => void spans.set(token, parts),
      mark: (tokens, type, ...modifiers) => {
        for (const token of tokens) spans.set(token, [{ ...tokenSpan(token), type, modifiers }]);
      },
    }),
  );
  return spans;
}

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

/** A classified span of the text. */
export interface ClassifiedSpan extends Span {
  readonly type: SemanticTokenType;
  readonly modifiers?: readonly SemanticTokenModifier[];
}

/** Reads the tokens of a text and records their types. */
interface TokenMarker {
  readonly text: string;
  /** The tokens between two offsets. */
  between(start: number, end: number): readonly IToken[];
  /** Records several spans for a token. */
  split(token: IToken, parts: readonly ClassifiedSpan[]): void;
  /** Records one type for some tokens. */
  mark(tokens: readonly IToken[], type: SemanticTokenType, ...modifiers: SemanticTokenModifier[]): void;
}

/** Creates a visitor that marks the tokens of each kind of syntax node. */
function markingVisitor(marker: TokenMarker): Visitor {
  const { mark } = marker;
  const markWord = (node: ProgramNode): void => void markEnforcementName(node, marker);
  return {
    header: (node) => {
      for (const token of wordTokens(tokensOf(node, marker))) {
        const isChoice = [...defaultDecisions, ...unknownPolicies].some((word) => word === token.image);
        mark([token], isChoice ? "enumMember" : "keyword");
      }
    },
    rule: (node) => markRuleHead(wordTokens(marker.between(startOffset(node), startOffset(node.trigger))), marker),
    trigger: (node) => {
      const [first = node] = node.patterns;
      mark(wordTokens(marker.between(startOffset(node), startOffset(first))), "event");
    },
    tool_pattern: (node) => markPattern(node, marker),
    binding: (node) => {
      const before = wordTokens(marker.between(startOffset(node), startOffset(node.value)));
      mark(before.slice(0, -1), "keyword");
      mark(before.slice(-1), "variable", "declaration");
    },
    predicate: (node) => mark(tokensOf(node, marker).slice(0, 1), "function"),
    comparison: (node) => markComparison(node, marker),
    once: (node) => mark(tokensOf(node, marker).slice(0, 1), "keyword"),
    count: (node) => mark(tokensOf(node, marker).slice(0, 1), "keyword"),
    // The nodes in it mark their own words afterwards.
    sum: (node) => mark(wordTokens(tokensOf(node, marker)), "keyword"),
    last: (node) => {
      mark(tokensOf(node, marker).slice(0, 1), "keyword");
      mark(wordTokens(marker.between(node.steps.range.end.offset, node.range.end.offset)), "property");
    },
    step_query: (node) => mark(wordTokens(tokensOf(node, marker)), "keyword"),
    step_window: (node) => mark(wordTokens(tokensOf(node, marker)), "keyword"),
    duration: (node) => mark(tokensOf(node, marker), "number"),
    arithmetic: ({ left, right }) => {
      const between = marker.between(left.range.end.offset, right.range.start.offset);
      mark(
        between.filter(({ tokenType }) => signs.includes(tokenType)),
        "operator",
      );
    },
    every: (node) => markQuantifier(node, marker),
    some: (node) => markQuantifier(node, marker),
    provenance: (node) =>
      mark(wordTokens(marker.between(node.value.range.end.offset, node.range.end.offset)), "keyword"),
    named_source: (node) => mark(tokensOf(node, marker), "keyword"),
    literal: (node) => {
      if (typeof node.value !== "string") mark(wordTokens(tokensOf(node, marker)), "keyword");
    },
    reference: (node, parents) => {
      if (parents.at(-1)?.type !== "template") markReference(node, marker);
    },
    entry: (node) => mark(tokensOf(node, marker).slice(0, 1), "property"),
    user_inspection: (node) => {
      mark(wordTokens(markEnforcementName(node, marker)), "enumMember");
      markMessage(node.message, marker);
    },
    warn: (node) => {
      markWord(node);
      markMessage(node.message, marker);
    },
    log: (node) => {
      markWord(node);
      markMessage(node.message, marker);
    },
    invoke_action: (node) => {
      const rest = markEnforcementName(node, marker);
      const comma = rest.findIndex(({ tokenType }) => tokenType === t.Comma);
      markTool(comma < 0 ? rest : rest.slice(0, comma), marker);
    },
    domain: (node) => {
      const [first] = node.arguments;
      if (first !== undefined) mark(wordTokens(marker.between(startOffset(node), startOffset(first))), "function");
    },
    stop: (node) => {
      markWord(node);
      markMessage(node.message, marker);
    },
    llm_self_reflect: markWord,
    skip: markWord,
    none: markWord,
    allow: markWord,
  };
}

const signs: readonly TokenType[] = [t.Plus, t.Minus, t.Star];

function startOffset({ range }: ProgramNode): number {
  return range.start.offset;
}

/** Returns the tokens of a syntax node. */
function tokensOf({ range }: ProgramNode, { between }: TokenMarker): readonly IToken[] {
  return between(range.start.offset, range.end.offset);
}

function wordTokens(tokens: readonly IToken[]): readonly IToken[] {
  return tokens.filter((token) => tokenMatcher(token, t.Word));
}

/** Marks the tokens from `rule` to `trigger`. */
function markRuleHead([rule, name, ...notes]: readonly IToken[], { mark }: TokenMarker): void {
  if (rule !== undefined) mark([rule], "keyword");
  if (name !== undefined) mark([name], "class", "declaration");
  for (const [index, token] of notes.entries()) {
    const isPolicy = unknownPolicies.some((policy) => policy === token.image);
    mark([token], isPolicy || notes[index - 1]?.image === "severity" ? "enumMember" : "keyword");
  }
}

/** Marks a tool pattern of a trigger; if the trigger names no tools, marks its event. */
function markPattern(node: ProgramNodeOf<"tool_pattern">, marker: TokenMarker): void {
  const tokens = tokensOf(node, marker);
  // The pattern of an event without tools has the range of the event.
  const isEvent = tokens.length === 1 && node.tool === "any" && tokens[0]?.image !== "any";
  if (isEvent) marker.mark(wordTokens(tokens), "event");
  else markTool(tokens, marker);
}

/** Marks the toolkit and the name of a tool. */
function markTool(tokens: readonly IToken[], { mark }: TokenMarker): void {
  for (const [index, token] of tokens.entries()) {
    if (!tokenMatcher(token, t.Word)) continue;
    const isToolkit = tokens[index + 1]?.tokenType === t.Dot;
    mark([token], token.image === "any" ? "keyword" : isToolkit ? "namespace" : "method");
  }
}

/** Marks the operator of a comparison, and the pattern after `matches`. */
function markComparison({ left, operator, right, range }: Comparison, { between, mark }: TokenMarker): void {
  const signs = between(left.range.end.offset, startOffset(right));
  mark(
    signs.filter((token) => tokenMatcher(token, t.Compare) || tokenMatcher(token, t.Not)),
    "operator",
  );
  // `eq(…)`, a non-canonical spelling of `==`.
  mark(between(range.start.offset, startOffset(left)).slice(0, 1), "function");
  if (operator === "matches" && right.type === "literal")
    mark(between(startOffset(right), right.range.end.offset), "regexp");
  // `ignoring case`
  mark(wordTokens(between(right.range.end.offset, range.end.offset)), "keyword");
}

/** Marks `every` or `some`, and the operator. */
function markQuantifier({ value, right, range }: Quantifier, { between, mark }: TokenMarker): void {
  mark(between(range.start.offset, range.end.offset).slice(0, 1), "keyword");
  const signs = between(value.range.end.offset, right.range.start.offset);
  mark(
    signs.filter((token) => tokenMatcher(token, t.Compare) || tokenMatcher(token, t.Not)),
    "operator",
  );
  mark(wordTokens(between(right.range.end.offset, range.end.offset)), "keyword");
}

/** Marks the root and the path of a reference. */
function markReference(node: Reference, marker: TokenMarker): void {
  const [first, ...rest] = tokensOf(node, marker);
  if (first === undefined) return;
  const { type, modifiers } = classifyReferenceStart(node, first.image);
  marker.mark([first], type, ...modifiers);
  marker.mark(wordTokens(rest), "property");
}

/** Classifies the first word of a reference: a `let` name, a root such as `args`, or an argument written without `args`. */
function classifyReferenceStart(
  { root }: Reference,
  word: string,
): Required<Pick<ClassifiedSpan, "type" | "modifiers">> {
  if (root === "let") return { type: "variable", modifiers: [] };
  const isRoot = valueWords.roots.includes(word);
  return { type: isRoot ? "variable" : "property", modifiers: isRoot ? ["defaultLibrary"] : [] };
}

/**
 * Marks the name of an enforcement, which can have several words.
 *
 * @returns the tokens after the name
 */
function markEnforcementName(node: ProgramNode, marker: TokenMarker): readonly IToken[] {
  const tokens = tokensOf(node, marker);
  const end = tokens.findIndex((token) => !tokenMatcher(token, t.Word));
  marker.mark(end < 0 ? tokens : tokens.slice(0, end), "keyword");
  return end < 0 ? [] : tokens.slice(end);
}

/** Splits the string of a message into spans of text and spans of the references in `${…}` placeholders. */
function markMessage(message: Template | undefined, marker: TokenMarker): void {
  const [token] = message === undefined ? [] : tokensOf(message, marker);
  if (message === undefined || token === undefined) return;
  const { start, end } = tokenSpan(token);
  const parts: ClassifiedSpan[] = [];
  let from = start;
  for (const part of message.parts) {
    const [placeholder, after] = [part.range.start.offset, part.range.end.offset];
    const name = placeholderName(marker.text, placeholder);
    if (part.type !== "reference" || name === undefined) continue;
    const path = placeholder + 2 + name.length;
    parts.push({ start: from, end: placeholder, type: "string" });
    parts.push({ start: placeholder + 2, end: path, ...classifyReferenceStart(part, name) });
    parts.push({ start: path, end: after - 1, type: "property" });
    from = after;
  }
  parts.push({ start: from, end, type: "string" });
  marker.split(
    token,
    parts.filter((part) => part.start < part.end),
  );
}

/** The first word of the `${…}` placeholder at an offset; undefined if it is written with escape sequences. */
function placeholderName(text: string, start: number): string | undefined {
  return text.startsWith("${", start) ? t.nameAt(text, start + 2) : undefined;
}
