import type { Expression, Statement } from "../engine/ir.ts";
import { assignment, expressionStatement, nameNode, textNode } from "../engine/nodes.ts";
import { type Cursor, expect, fail, nested, skipSpace, spanFrom, take } from "./cursor.ts";
import { memberOf } from "./nodes.ts";
import { parseCallArguments, parseExpression } from "./parse-expression.ts";
import { parseParameters, skipTypes } from "./parse-parameters.ts";
import { blockAfterSpace, skipSeparators } from "./parse-statements.ts";

/** Parses a class or an enumeration after the word `class` or `enum`. Its types are names in brackets: `[cleaner]`. */
export function parseClass(cursor: Cursor, start: number): Statement {
  skipSpace(cursor, false);
  const name = (take(cursor, /\w+/y) ?? fail("has a class without a name")).toLowerCase();
  skipSpace(cursor, true);
  const bases = (take(cursor, /:[^{]*/y) ?? ":").slice(1).split(",");
  expect(cursor, "{");
  const body: Statement[] = [];
  nested(cursor, () => {
    while (skipSeparators(cursor) && cursor.text[cursor.at] !== "}") body.push(parseMember(cursor, name));
  });
  expect(cursor, "}");
  const span = spanFrom(start, cursor);
  const known = bases.map((each) => each.trim().toLowerCase()).filter((each) => each !== "");
  return {
    kind: "class",
    name: `[${name}]`,
    bases: known.map((base) => ({ name: null, value: nameNode(`[${base}]`, span) })),
    fields: [],
    body,
    decorators: [],
    ...span,
  };
}

/** Parses a member of a class, or a value of an enumeration. */
function parseMember(cursor: Cursor, className: string): Statement {
  const start = cursor.at;
  let words = "";
  for (let length = -1; length < words.length; ) {
    length = words.length;
    words += skipTypes(cursor) && " ";
    words += take(cursor, /(?:static|hidden)\s+/iy) ?? "";
  }
  const name = take(cursor, /\$?\w+/y) ?? fail("has a class with a member that can't be read");
  skipSpace(cursor, false);
  const plain = name.replace(/^\$/, "").toLowerCase();
  if (cursor.text[cursor.at] !== "(") {
    const span = spanFrom(start, cursor);
    let value: Expression = name.startsWith("$") ? { kind: "constant", constant: null, ...span } : textNode(name, span);
    if (take(cursor, /=/y) !== undefined) {
      skipSpace(cursor, true);
      value = nested(cursor, () => parseExpression(cursor, 1));
    }
    return assignment(nameNode(plain, span), value, false, span);
  }
  const parameters = parseParameters(cursor);
  skipSpace(cursor, true);
  const toBase = take(cursor, /:\s*base\s*(?=\()/iy) === undefined ? undefined : parseCallArguments(cursor);
  const span = spanFrom(start, cursor);
  const base = memberOf(nameNode("super", span), textNode("__init__", span), toBase, span);
  const before = toBase === undefined ? [] : [expressionStatement(base, span)];
  const { block, isMethod } = cursor;
  Object.assign(cursor, { block: null, isMethod: true });
  const body = [...before, ...blockAfterSpace(cursor)];
  Object.assign(cursor, { block, isMethod });
  return {
    kind: "function",
    name: plain === className ? "__init__" : plain,
    parameters,
    body,
    decorators: [],
    isStatic: /static/i.test(words) || undefined,
    ...spanFrom(start, cursor),
  };
}
