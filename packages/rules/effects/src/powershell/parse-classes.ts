import { type Cursor, expect, fail, nested, skipSpace, spanFrom, take } from "./cursor.ts";
import { parseCallArguments, parseExpression } from "./parse-expression.ts";
import { parseParameters, skipTypes } from "./parse-parameters.ts";
import { blockAfterSpace, skipSeparators } from "./parse-statements.ts";
import type { ClassMember, Expression, Statement } from "./syntax.ts";

/** Parses a class or an enumeration behind its word. */
export function parseClass(cursor: Cursor): Statement {
  skipSpace(cursor, false);
  const name = (take(cursor, /\w+/y) ?? fail("has a class without a name")).toLowerCase();
  skipSpace(cursor, true);
  const bases = (take(cursor, /:[^{]*/y) ?? ":").slice(1).split(",");
  expect(cursor, "{");
  const members: ClassMember[] = [];
  nested(cursor, () => {
    while (skipSeparators(cursor) && cursor.text[cursor.at] !== "}") members.push(parseMember(cursor, name));
  });
  expect(cursor, "}");
  return {
    kind: "class",
    name,
    bases: bases.map((each) => each.trim().toLowerCase()).filter((each) => each !== ""),
    members,
    start: 0,
    end: 0,
  };
}

/** Parses a member of a class, or a value of an enumeration. */
function parseMember(cursor: Cursor, className: string): ClassMember {
  const start = cursor.at;
  let words = "";
  for (let length = -1; length < words.length; ) {
    length = words.length;
    words += skipTypes(cursor) && " ";
    words += take(cursor, /(?:static|hidden)\s+/iy) ?? "";
  }
  const isStatic = /static/i.test(words);
  const name = take(cursor, /\$?\w+/y) ?? fail("has a class with a member that can't be read");
  skipSpace(cursor, false);
  const plain = name.replace(/^\$/, "").toLowerCase();
  if (cursor.text[cursor.at] !== "(") {
    let value: Expression | undefined;
    if (take(cursor, /=/y) !== undefined) {
      skipSpace(cursor, true);
      value = nested(cursor, () => parseExpression(cursor, 1));
    } else if (!name.startsWith("$")) value = { kind: "text", parts: [name], bare: true, ...spanFrom(start, cursor) };
    return { kind: "field", name: plain, isStatic, value, ...spanFrom(start, cursor) };
  }
  const parameters = parseParameters(cursor);
  skipSpace(cursor, true);
  const baseArguments = take(cursor, /:\s*base\s*(?=\()/iy) === undefined ? undefined : parseCallArguments(cursor);
  const body = blockAfterSpace(cursor);
  const own = plain === className ? "__init__" : plain;
  return { kind: "method", name: own, isStatic, parameters, baseArguments, body, ...spanFrom(start, cursor) };
}
