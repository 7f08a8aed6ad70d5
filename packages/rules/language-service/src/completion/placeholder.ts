import { decodeStringLiteral, tokens as t, tokenize } from "@helve/agentspec/internal";
import { sourceText } from "@helve/core/internal";

import { type IToken, tokenMatcher } from "chevrotain";
import { type OpenProgram, tokenSpan } from "../open-program.ts";
import type { RuleCompletionContext, StringCompletionContext } from "./completion-context.ts";
import { continuations } from "./continuations.ts";
import { ruleStart } from "./rule-template.ts";
import type { Suggestion } from "./suggestion.ts";

/** Finds the completion context of an offset inside a `${…}` placeholder of a message; undefined elsewhere in a string. */
export function placeholderContext(
  { text }: OpenProgram,
  context: StringCompletionContext,
  offset: number,
): RuleCompletionContext | undefined {
  const { ruleTokens, continuations: outerContinuations } = context.ruleCompletionContext;
  if (!outerContinuations.some(({ token, frames }) => token === "StringLiteral" && isMessage(frames[0]?.production))) {
    return undefined;
  }
  const start = context.string.startOffset + 1;
  const placeholder = openPlaceholder(decodeStringLiteral(`"${text.slice(start, offset)}"`).value);
  if (placeholder === undefined) return undefined;
  const { tokens } = tokenize(sourceText(placeholder));
  const last = tokens.at(-1);
  const isTouched = last !== undefined && tokenSpan(last).end === placeholder.length;
  if (isTouched && tokenMatcher(last, t.StringLiteral)) return undefined;
  const isWord = isTouched && tokenMatcher(last, t.Word);
  const wordStart = offset - (isWord ? last.image.length : 0);
  const written = isWord ? tokens.slice(0, -1) : tokens;
  if (written.length > maxTokens) return undefined;
  const clause = [...ruleStart(t.Check), ...written];
  const allowed = continuations(clause, false).filter(({ frames }) =>
    frames.some(({ production, start: from }) => production === "word" && from === clause.length - written.length),
  );
  const name = isWord ? t.nameAt(text, wordStart) : "";
  // With escapes, the word in the text is longer than its value.
  if (name === undefined || (isWord && !name.startsWith(last.image))) return undefined;
  const end = Math.max(wordStart + name.length, offset);
  return {
    kind: "rule",
    replaced: { start: wordStart, end },
    nextTokens: tokenize(sourceText(text.slice(end, end + 1))).tokens,
    ruleTokens,
    clause,
    continuations: allowed,
  };
}

/** Returns a function that escapes the text of a suggestion for a string with the same quotes as the token. */
export function escapedForString({ image }: IToken): (suggestion: Suggestion) => Suggestion {
  return (suggestion) => {
    const text = JSON.stringify(suggestion.text ?? suggestion.label).slice(1, -1);
    return { ...suggestion, text: image.startsWith("'") ? text.replaceAll("'", "\\'") : text };
  };
}

/** The maximum length of a reference in tokens. */
const maxTokens = 300;

/** Whether a string of a grammar production is a message, which can have placeholders. */
function isMessage(production: string | undefined): boolean {
  return production === "userInspection" || production === "warnOrLog" || production === "messageWithoutParentheses";
}

/** The text after the last `${` of a message if no `}` follows; undefined if all placeholders are closed. */
function openPlaceholder(text: string): string | undefined {
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", at)) {
    if (text[at + 1] !== "{") {
      at += text[at + 1] === "$" ? 2 : 1;
      continue;
    }
    const end = text.indexOf("}", at);
    if (end < 0) return text.slice(at + 2);
    at = end;
  }
  return undefined;
}
