import type { TextRange } from "@helve/core";
import { clampOffset } from "./at-offset.ts";
import { lexedText, type OpenProgram, tokenRange, tokenSpan } from "./open-program.ts";
import { ruleOutlines } from "./rule-outline.ts";
import { symbolAt } from "./symbol-at.ts";

/**
 * Finds the declaration of the name at an offset, for "go to definition". For a name that a `let` declares, this is the `let`, also if the
 * name is used in a message. For the name of a rule, this is the first rule with that name.
 *
 * @param offset - in UTF-16 units
 * @returns undefined if there is no such name at the offset
 *
 * @example
 * const program = openProgram("rule @a trigger X let n = 1 check args.size > n enforce stop end");
 * definitionAt(program, 46)?.targetSelectionRange.start.offset; // 22
 */
export function definitionAt(program: OpenProgram, offset: number): LocationLink | undefined {
  const named = symbolAt(program, clampOffset(program, offset));
  if (named === undefined) return undefined;
  const { range } = named;
  if (named.kind === "binding") {
    return { originSelectionRange: range, targetRange: named.binding.range, targetSelectionRange: named.declaration };
  }
  const lexed = lexedText(program);
  const { name, tokens } = ruleOutlines(program).find((outline) => outline.name?.image === named.name) ?? named.outline;
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (name === undefined || first === undefined || last === undefined) return undefined;
  return {
    originSelectionRange: range,
    targetRange: lexed.source.range(first.startOffset, tokenSpan(last).end),
    targetSelectionRange: tokenRange(name, lexed),
  };
}

/** A link from a name to its declaration (LSP `LocationLink`, without `targetUri`). */
export interface LocationLink {
  /** The name at the offset. */
  readonly originSelectionRange: TextRange;
  /** The whole declaration: a `let` or a rule. */
  readonly targetRange: TextRange;
  /** The name in the declaration. */
  readonly targetSelectionRange: TextRange;
}
