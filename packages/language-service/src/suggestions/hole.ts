import { decodeStringLiteral, tokens as t, tokenize } from "@helve/agentspec/internal";
import { sourceText } from "@helve/core/internal";

import { type IToken, tokenMatcher } from "chevrotain";
import type { CaretInRule, CaretInString } from "../caret.ts";
import { continuations } from "../continuations.ts";
import { type OpenProgram, stretchOf } from "../open-program.ts";
import { upTo } from "../rest-of-rule.ts";
import type { Suggestion } from "./suggestion.ts";

/** The caret in `${…}` as a place in a rule where a reference may stand; undefined elsewhere in a string. */
export function holeAt({ text }: OpenProgram, caret: CaretInString, offset: number): CaretInRule | undefined {
  const { before, continuations: around } = caret.place;
  if (!around.some(({ token, frames }) => token === "Text" && isMessage(frames[0]?.production))) {
    return undefined;
  }
  const start = caret.string.startOffset + 1;
  const hole = openHole(decodeStringLiteral(`"${text.slice(start, offset)}"`).value);
  if (hole === undefined) return undefined;
  const { tokens } = tokenize(sourceText(hole));
  const last = tokens.at(-1);
  const isTouched = last !== undefined && stretchOf(last).end === hole.length;
  if (isTouched && tokenMatcher(last, t.StringLiteral)) return undefined;
  const isWord = isTouched && tokenMatcher(last, t.Word);
  const wordStart = offset - (isWord ? last.image.length : 0);
  const written = isWord ? tokens.slice(0, -1) : tokens;
  if (written.length > mostTokens) return undefined;
  const clause = [...upTo(t.Check), ...written];
  const found = continuations(clause, false).filter(({ frames }) =>
    frames.some(({ production, start: from }) => production === "word" && from === clause.length - written.length),
  );
  const name = isWord ? t.nameAt(text, wordStart) : "";
  // A word with escapes in it is longer than what it says.
  if (name === undefined || (isWord && !name.startsWith(last.image))) return undefined;
  const end = Math.max(wordStart + name.length, offset);
  return {
    kind: "rule",
    word: { start: wordStart, end },
    after: tokenize(sourceText(text.slice(end, end + 1))).tokens,
    before,
    clause,
    continuations: found,
  };
}

/** What a suggestion writes, as it is written within a string. */
export function inString({ image }: IToken): (suggestion: Suggestion) => Suggestion {
  return (suggestion) => {
    const text = JSON.stringify(suggestion.text ?? suggestion.label).slice(1, -1);
    return { ...suggestion, text: image.startsWith("'") ? text.replaceAll("'", "\\'") : text };
  };
}

/** How long a reference may be. */
const mostTokens = 300;

function isMessage(production: string | undefined): boolean {
  return production === "userInspection" || production === "warnOrLog" || production === "messageWithoutParentheses";
}

/** What stands in the last `${` of a text that is not closed. */
function openHole(text: string): string | undefined {
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
