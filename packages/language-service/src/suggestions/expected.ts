import {
  closedStringLiteral,
  decodeStringLiteral,
  type RootedSchema,
  schemasAtPath,
  tokens as t,
} from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import type { CaretInRule } from "../caret.ts";
import type { Frame } from "../continuations.ts";
import { argumentsSchema } from "../describe.ts";
import { knownRule } from "../known-rule.ts";
import { knownIn, type OpenProgram } from "../open-program.ts";
import { targetOf } from "../value-target.ts";

/**
 * What a value at the caret should fit: the schema of a tool's argument, of a predicate's, of what it is compared with.
 *
 * @param frames - the productions around the value, the innermost first
 */
export function expectedAt(
  program: OpenProgram,
  caret: CaretInRule,
  frames: readonly Frame[],
): readonly RootedSchema[] {
  const path: (string | number)[] = [];
  for (const [index, { production, start }] of frames.entries()) {
    if (production === "entry" && start < caret.clause.length) path.unshift(textOf(caret.clause[start]));
    else if (production === "list" && start < caret.clause.length) path.unshift(0);
    else if (production === "invokeAction") return partsOf(ofTool(program, caret, start), path);
    else if (production === "arguments") return partsOf(ofPredicate(program, caret, start, frames[index + 1]), path);
    else if (production === "comparison") return path.length < 2 ? ofCompared(program, caret, start) : [];
  }
  return [];
}

/** The schema of what the tool takes that an `invoke_action` names. */
export function ofTool(program: OpenProgram, { clause }: CaretInRule, start: number): readonly RootedSchema[] {
  const end = clause.findIndex(({ tokenType }, at) => at > start && tokenType === t.Comma);
  const name = clause
    .slice(start + 2, end < 0 ? clause.length : end)
    .map(textOf)
    .join("");
  const tool = knownIn(program).tools?.find(name);
  return tool === undefined ? [] : [argumentsSchema(tool)];
}

/** What a string or a word says. */
export function textOf(token: IToken | undefined): string {
  if (token === undefined) return "";
  return tokenMatcher(token, t.StringLiteral) ? decodeStringLiteral(closedStringLiteral(token)).value : token.image;
}

function ofPredicate(
  program: OpenProgram,
  { clause }: CaretInRule,
  start: number,
  predicate: Frame | undefined,
): readonly RootedSchema[] {
  if (predicate?.production !== "predicate") return [];
  const parameters = knownIn(program).predicates?.get(clause[predicate.start]?.image ?? "")?.parameters ?? [];
  const last = parameters.at(-1);
  const before = membersIn(clause.slice(start + 1)).filter(({ tokenType }) => tokenType === t.Comma);
  const { schema } = parameters[before.length] ?? (last?.rest ? last : {});
  return schema === undefined ? [] : [{ schema, root: schema }];
}

/** The first of some tokens, up to the sign that closes what was open before them; without what is opened among them. */
export function membersIn(tokens: readonly IToken[]): readonly IToken[] {
  const members: IToken[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (opening.includes(token.tokenType)) depth++;
    else if (closing.includes(token.tokenType)) depth--;
    else if (depth === 0) members.push(token);
    if (depth < 0) break;
  }
  return members;
}

const opening = [t.LeftParen, t.LeftBracket, t.LeftBrace];
const closing = [t.RightParen, t.RightBracket, t.RightBrace];

/** The schema of what stands on the left of a comparison. */
function ofCompared(program: OpenProgram, { before, clause }: CaretInRule, start: number): readonly RootedSchema[] {
  const operator = clause.findLastIndex((token) => tokenMatcher(token, t.Compare));
  const isNegated = clause[operator - 1]?.image === "not";
  const left = clause.slice(start, isNegated ? operator - 1 : operator);
  const known = knownRule(program, before, left);
  if (known?.value === undefined) return [];
  const target = targetOf(known.value, known.look);
  return target.kind === "known" ? target.schemas : [];
}

function partsOf(schemas: readonly RootedSchema[], path: readonly (string | number)[]): readonly RootedSchema[] {
  const part = schemasAtPath(schemas, path);
  return part.kind === "known" ? part.schemas : [];
}
