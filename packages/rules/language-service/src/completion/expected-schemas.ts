import {
  closedStringLiteral,
  decodeStringLiteral,
  type RootedSchema,
  schemasAtPath,
  tokens as t,
} from "@helve/agentspec/internal";
import { type IToken, tokenMatcher } from "chevrotain";
import { catalogueIndex, type OpenProgram } from "../open-program.ts";
import { resolveValueOfAnyTool } from "../resolve-value.ts";
import { argumentsSchema } from "../signatures.ts";
import type { RuleCompletionContext } from "./completion-context.ts";
import type { ProductionFrame } from "./continuations.ts";
import { analyzePartialRule } from "./partial-rule.ts";

/**
 * Finds the schemas that a value at the offset should match: the schemas of a tool's argument, of a predicate's argument, or of the other side of
 * a comparison.
 *
 * @param frames - the productions around the value, the innermost first
 */
export function expectedSchemas(
  program: OpenProgram,
  context: RuleCompletionContext,
  frames: readonly ProductionFrame[],
): readonly RootedSchema[] {
  const path: (string | number)[] = [];
  for (const [index, { production, start }] of frames.entries()) {
    if (production === "entry" && start < context.clause.length) path.unshift(tokenText(context.clause[start]));
    else if (production === "list" && start < context.clause.length) path.unshift(0);
    else if (production === "invokeAction")
      return knownSchemasAtPath(invokedToolSchemas(program, context, start), path);
    else if (production === "arguments")
      return knownSchemasAtPath(predicateArgumentSchemas(program, context, start, frames[index + 1]), path);
    else if (production === "comparison") return path.length < 2 ? comparedValueSchemas(program, context, start) : [];
  }
  return [];
}

/** Finds the schema of the arguments of the tool that an `invoke_action` names, as a list; empty for an unknown tool. */
export function invokedToolSchemas(
  program: OpenProgram,
  { clause }: RuleCompletionContext,
  start: number,
): readonly RootedSchema[] {
  const end = clause.findIndex(({ tokenType }, index) => index > start && tokenType === t.Comma);
  const name = clause
    .slice(start + 2, end < 0 ? clause.length : end)
    .map(tokenText)
    .join("");
  const tool = catalogueIndex(program).tools?.find(name);
  return tool === undefined ? [] : [argumentsSchema(tool)];
}

/** The value of a string token, or the text of any other token. */
export function tokenText(token: IToken | undefined): string {
  if (token === undefined) return "";
  return tokenMatcher(token, t.StringLiteral) ? decodeStringLiteral(closedStringLiteral(token)).value : token.image;
}

/** Finds the schema of the predicate argument at the offset, as a list; empty if the catalogue has no schema for it. */
function predicateArgumentSchemas(
  program: OpenProgram,
  { clause }: RuleCompletionContext,
  start: number,
  predicate: ProductionFrame | undefined,
): readonly RootedSchema[] {
  if (predicate?.production !== "predicate") return [];
  const parameters = catalogueIndex(program).predicates?.get(clause[predicate.start]?.image ?? "")?.parameters ?? [];
  const last = parameters.at(-1);
  const before = topLevelTokens(clause.slice(start + 1)).filter(({ tokenType }) => tokenType === t.Comma);
  const { schema } = parameters[before.length] ?? (last?.rest ? last : {});
  return schema === undefined ? [] : [{ schema, root: schema }];
}

/** Selects the tokens up to the bracket that closes the list or object around them, without nested brackets and their contents. */
export function topLevelTokens(tokens: readonly IToken[]): readonly IToken[] {
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

/** Finds the schemas of the left side of a comparison, for a value on its right side. */
function comparedValueSchemas(
  program: OpenProgram,
  { ruleTokens: before, clause }: RuleCompletionContext,
  start: number,
): readonly RootedSchema[] {
  const operator = clause.findLastIndex((token) => tokenMatcher(token, t.Compare));
  const isNegated = clause[operator - 1]?.image === "not";
  const left = clause.slice(start, isNegated ? operator - 1 : operator);
  const partialRule = analyzePartialRule(program, before, left);
  if (partialRule?.value === undefined) return [];
  const target = resolveValueOfAnyTool(partialRule.value, partialRule.context);
  return target.kind === "known" ? target.schemas : [];
}

/** Finds the schemas of a member of a value; empty if they are unknown. */
function knownSchemasAtPath(
  schemas: readonly RootedSchema[],
  path: readonly (string | number)[],
): readonly RootedSchema[] {
  const part = schemasAtPath(schemas, path);
  return part.kind === "known" ? part.schemas : [];
}
