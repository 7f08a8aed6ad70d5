import type { TextRange } from "@helve/core";
import { within } from "./at-offset.ts";
import { namedAt } from "./named.ts";
import { lexedOf, type OpenProgram, rangeOfToken, stretchOf } from "./open-program.ts";
import { outlineOf } from "./outline.ts";

/** Where a name comes from (LSP `LocationLink`, without its URI). */
export interface Definition {
  /** The name at the offset. */
  readonly originSelectionRange: TextRange;
  /** All of what gives the name: a `let`, a rule. */
  readonly targetRange: TextRange;
  /** The name in it. */
  readonly targetSelectionRange: TextRange;
}

/**
 * The `let` that gives the name at an offset its meaning, in messages too; or the rule of a name, the first one where there
 * are several.
 *
 * @param offset - in UTF-16 units
 *
 * @example
 * const program = openProgram("rule @a trigger X let n = 1 check args.size > n enforce stop end");
 * definitionAt(program, 46)?.targetSelectionRange.start.offset; // 22
 */
export function definitionAt(program: OpenProgram, offset: number): Definition | undefined {
  const named = namedAt(program, within(program, offset));
  if (named === undefined) return undefined;
  const { range } = named;
  if (named.kind === "binding") {
    return { originSelectionRange: range, targetRange: named.binding.range, targetSelectionRange: named.given };
  }
  const lexed = lexedOf(program);
  const { name, tokens } = outlineOf(program).find((one) => one.name?.image === named.name) ?? named.outline;
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (name === undefined || first === undefined || last === undefined) return undefined;
  return {
    originSelectionRange: range,
    targetRange: lexed.source.range(first.startOffset, stretchOf(last).end),
    targetSelectionRange: rangeOfToken(name, lexed),
  };
}
