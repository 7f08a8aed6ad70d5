import type { Expression, Parameter } from "../engine/ir.ts";
import { type Cursor, expect, fail, nested, skipSpace, spanFrom, take } from "./cursor.ts";
import { normalizeName } from "./nodes.ts";
import { parseExpression, parsePrimary } from "./parse-expression.ts";

/** Parses parameters in parentheses. A switch that is not passed is `$false`. */
export function parseParameters(cursor: Cursor): readonly Parameter[] {
  skipSpace(cursor, true);
  expect(cursor, "(");
  const parameters: Parameter[] = [];
  for (;;) {
    skipSpace(cursor, true);
    if (cursor.text[cursor.at] === ")") break;
    const start = cursor.at;
    const types = skipTypes(cursor);
    const name = take(cursor, /\$\{?[\w:]+\}?/y) ?? fail("has a parameter without a name");
    skipSpace(cursor, true);
    let initial: Expression | null = null;
    if (take(cursor, /=/y) !== undefined) {
      skipSpace(cursor, true);
      initial = nested(cursor, () => parseExpression(cursor, 9));
      skipSpace(cursor, true);
    }
    const isSwitch = /\[\s*(?:system\.management\.automation\.)?switch(?:parameter)?\s*\]/i.test(types);
    if (isSwitch) initial ??= { kind: "constant", constant: false, ...spanFrom(start, cursor) };
    parameters.push({ name: normalizeName(name.replaceAll(/[${}]/g, "")), defaultValue: initial, rest: "" });
    if (take(cursor, /,/y) === undefined) break;
  }
  skipSpace(cursor, true);
  expect(cursor, ")");
  return parameters;
}

/** Moves behind types and attributes in square brackets. @returns their text */
export function skipTypes(cursor: Cursor): string {
  const start = cursor.at;
  for (let depth = 0; depth > 0 || cursor.text[cursor.at] === "["; cursor.at++) {
    const character = cursor.text[cursor.at] ?? fail("has a bracket without an end");
    if (/['"]/.test(character)) {
      parsePrimary(cursor);
      cursor.at--;
    } else if (character === "[") depth++;
    else if (character === "]" && --depth === 0) {
      cursor.at++;
      skipSpace(cursor, true);
      cursor.at--;
    }
  }
  return cursor.text.slice(start, cursor.at);
}
