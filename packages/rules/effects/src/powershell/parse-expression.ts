/** Parses the expressions of PowerShell: operators, calls, indexes, hashtables. */
import type { DictEntry, Expression, FunctionStatement, Statement } from "../engine/ir.ts";
import { collectNode, nameNode } from "../engine/nodes.ts";
import { asValue, type Cursor, expect, fail, nested, sees, skipSpace, spanFrom, take } from "./cursor.ts";
import {
  asExpression,
  bodyOf,
  castOf,
  indexOf,
  memberOf,
  operation,
  typeName,
  unaryOperation,
  variableOf,
} from "./nodes.ts";
import { doubleQuotes, escaped, parseDollar, parseString, singleQuotes, textFrom } from "./parse-strings.ts";

/** The precedence of the binary operators. Operators that are not listed are comparisons. */
const precedences: ReadonlyMap<string, number> = new Map([
  ...["-and", "-or", "-xor"].map((name) => [name, 1] as const),
  ...["-band", "-bor", "-bxor"].map((name) => [name, 2] as const),
  ...["+", "-"].map((name) => [name, 4] as const),
  ...["*", "/", "%", "-shl", "-shr"].map((name) => [name, 5] as const),
  ["-f", 6],
  ["..", 7],
  [",", 8],
]);

const binaryOperator =
  /[-–—―](?:and|or|xor|band|bor|bxor|shl|shr|f|[ci]?(?:eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin|replace|split)|join|isnot|is|as)(?![\w-])|\.\.|\?\?(?!=)|[-+*/%](?!=)|,/iy;
const unaryOperator = /[-–—―](?:not|bnot|join|[ci]?split)(?!\w)|!|\+\+|--|[-+](?=[\s$(\d.['"])|,/iy;
const number = /(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?)(?:[dlu]|ul|[kmgtp]b)*/iy;

/** Longer chains of operators or members are not parsed. */
const longestChain = 1000;

/** Parses an expression. Operators with a lower precedence than `lowest` end it. */
export function parseExpression(cursor: Cursor, lowest: number): Expression {
  const start = cursor.at;
  let left = nested(cursor, () => parseUnary(cursor));
  let items: Expression[] | undefined;
  for (let operators = 0; ; operators++) {
    if (operators > longestChain) fail("has too many operators in a row");
    const before = cursor.at;
    skipSpace(cursor, false);
    const begin = cursor.at;
    const operator = takeOperator(cursor, binaryOperator);
    const precedence = operator === undefined ? 0 : (precedences.get(operator) ?? 3);
    if (operator === undefined || precedence < lowest) {
      if (operator === undefined && lowest === 1 && take(cursor, /\?(?=[\s$"'(\d])/y) !== undefined)
        return parseTernary(cursor, left, start);
      cursor.at = operator === undefined ? before : begin;
      return left;
    }
    skipSpace(cursor, true);
    const right = nested(cursor, () => parseExpression(cursor, precedence + 1));
    if (operator === ",") {
      items = [...(items ?? [left]), right];
      // A long list is parsed in one go, so that its length costs no more than once.
      for (;;) {
        const end = cursor.at;
        skipSpace(cursor, false);
        if (take(cursor, /,/y) === undefined) {
          cursor.at = end;
          break;
        }
        skipSpace(cursor, true);
        items.push(nested(cursor, () => parseExpression(cursor, precedence + 1)));
      }
      left = { kind: "list", items, ...spanFrom(start, cursor) };
    } else {
      left = operation(operator, left, right, spanFrom(start, cursor));
      items = undefined;
    }
  }
}

/** Moves behind an operator. Its dash may be a typographic one. */
function takeOperator(cursor: Cursor, pattern: RegExp): string | undefined {
  return take(cursor, pattern)
    ?.toLowerCase()
    .replace(/^[–—―]/, "-");
}

/** Parses `condition ? a : b` behind the question mark. */
function parseTernary(cursor: Cursor, condition: Expression, start: number): Expression {
  const choice = (): Expression => {
    skipSpace(cursor, true);
    return nested(cursor, () => parseExpression(cursor, 1));
  };
  const first = choice();
  skipSpace(cursor, true);
  expect(cursor, ":");
  const choices = [first, choice()];
  return { kind: "either", condition, choices, ...spanFrom(start, cursor) };
}

/** Reads an expression with an operator before it, such as `-not $a`. */
function parseUnary(cursor: Cursor): Expression {
  const start = cursor.at;
  const operator = takeOperator(cursor, unaryOperator);
  if (operator === undefined) return parsePostfix(cursor, parsePrimary(cursor), true, start);
  skipSpace(cursor, false);
  const operand = nested(cursor, () => parseUnary(cursor));
  return unaryOperation(operator, operand, spanFrom(start, cursor));
}

/** Parses `.member`, `::member`, `(arguments)` and `[index]` after a value, which begins at an offset. */
export function parsePostfix(cursor: Cursor, first: Expression, isExpression: boolean, start: number): Expression {
  let object = first;
  for (let members = 0; ; members++) {
    if (members > longestChain) fail("has too many members in a row");
    const { text } = cursor;
    const isStatic = text.startsWith("::", cursor.at);
    const isMember = text[cursor.at] === "." && /[\w$"'({]/.test(text[cursor.at + 1] ?? "");
    const isNullable = text.startsWith("?.", cursor.at) && /\w/.test(text[cursor.at + 2] ?? "");
    if (isStatic || isMember || isNullable) {
      cursor.at += isStatic || isNullable ? 2 : 1;
      skipSpace(cursor, false);
      const name = parseMemberName(cursor);
      const args = text[cursor.at] === "(" ? parseCallArguments(cursor) : undefined;
      object = memberOf(object, name, args, spanFrom(start, cursor));
    } else if (text[cursor.at] === "[") {
      cursor.at++;
      skipSpace(cursor, true);
      const index = nested(cursor, () => parseExpression(cursor, 1));
      skipSpace(cursor, true);
      expect(cursor, "]");
      object = indexOf(object, index, spanFrom(start, cursor));
    } else if (isExpression && (text.startsWith("++", cursor.at) || text.startsWith("--", cursor.at))) {
      const operator = `post${text.slice(cursor.at, cursor.at + 2)}`;
      cursor.at += 2;
      object = unaryOperation(operator, object, spanFrom(start, cursor));
    } else return object;
  }
}

/** Reads the name after `.` or `::`, which may be computed. */
function parseMemberName(cursor: Cursor): Expression {
  const start = cursor.at;
  const word = take(cursor, /[\w`]+/y);
  return word === undefined ? parsePrimary(cursor) : textFrom([word.replaceAll("`", "")], start, cursor);
}

/** Parses the arguments of a method in parentheses. */
export function parseCallArguments(cursor: Cursor): readonly Expression[] {
  expect(cursor, "(");
  const args: Expression[] = [];
  skipSpace(cursor, true);
  while (cursor.text[cursor.at] !== ")") {
    const start = cursor.at;
    const first = nested(cursor, () => parseExpression(cursor, 9));
    args.push(parseRest(cursor, first, start));
    skipSpace(cursor, true);
    if (cursor.text[cursor.at] !== ",") break;
    cursor.at++;
    skipSpace(cursor, true);
  }
  expect(cursor, ")");
  return args;
}

/** Parses the operators after the first operand of a method argument; a comma ends it. */
function parseRest(cursor: Cursor, first: Expression, start: number): Expression {
  let left = first;
  for (let operators = 0; ; operators++) {
    if (operators > longestChain) fail("has too many operators in a row");
    skipSpace(cursor, true);
    if (cursor.text[cursor.at] === "," || cursor.text[cursor.at] === ")") return left;
    const operator = takeOperator(cursor, binaryOperator);
    if (operator === undefined) return left;
    skipSpace(cursor, true);
    const right = nested(cursor, () => parseUnary(cursor));
    left = operation(operator, left, right, spanFrom(start, cursor));
  }
}

/** Whether a value that is no bare word begins at the cursor. */
export function beginsValue(cursor: Cursor): boolean {
  const character = cursor.text[cursor.at] ?? "";
  if (character === "$") return sees(cursor, /\$[({\w$?^]/uy);
  if (character === "@") return sees(cursor, /@(?:[({]|['"‘’“”]|\w)/y);
  return character !== "" && `({${singleQuotes}${doubleQuotes}`.includes(character);
}

/** Parses a value without operators. */
export function parsePrimary(cursor: Cursor): Expression {
  const start = cursor.at;
  const { text } = cursor;
  const character = text[start] ?? "";
  if (character === "$") return parseDollar(cursor) ?? fail("has a $ without a name");
  if (character !== "" && `${singleQuotes}${doubleQuotes}`.includes(character)) return parseString(cursor);
  if (character === "(" || text.startsWith("@(", start)) {
    cursor.at += character === "(" ? 1 : 2;
    const statements = asValue(cursor, () => cursor.parseStatements(cursor, ")"));
    expect(cursor, ")");
    const span = spanFrom(start, cursor);
    return character === "@" ? collectNode(bodyOf(statements), false, span) : asExpression(statements, span);
  }
  if (text.startsWith("@{", start)) return parseHash(cursor);
  if (sees(cursor, /@['"‘’“”]/y)) return parseString(cursor);
  if (character === "@") {
    const name = take(cursor, /@\w+/y) ?? fail("has an @ without a name");
    return variableOf(name.slice(1), spanFrom(start, cursor));
  }
  if (character === "{") return parseFunctionBody(cursor, null, start);
  if (character === "[") return parseType(cursor);
  const digits = take(cursor, number);
  if (digits !== undefined) return { kind: "number", number: numberOf(digits), ...spanFrom(start, cursor) };
  return fail(`has ${character === "" ? "nothing" : `"${character}"`} where a value is expected`);
}

/** The value of a number with a suffix: `0x1f`, `5mb`. */
function numberOf(written: string): number {
  const [, digits = "", suffix = ""] = /^(0x[\da-f]+|[\d.e+-]+?)(?:[dlu]|ul)*([kmgtp]b)?$/i.exec(written) ?? [];
  return Number(digits) * 1024 ** (1 + "kmgtp".indexOf(suffix.charAt(0).toLowerCase() || "-"));
}

/** Parses `[type]`, and the value after it if it is a cast. */
function parseType(cursor: Cursor): Expression {
  const start = cursor.at;
  let depth = 0;
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const character = cursor.text[cursor.at];
    if (character === "[") depth++;
    if (character === "]" && --depth === 0) break;
    if (character === "(" && depth === 1) {
      // An attribute: `[Parameter(Mandatory)]`.
      const rest = /[^\])]*\)/y;
      rest.lastIndex = cursor.at;
      cursor.at += Math.max(0, (rest.exec(cursor.text)?.[0].length ?? 1) - 1);
    }
  }
  expect(cursor, "]");
  const name = cursor.text.slice(start + 1, cursor.at - 1).replaceAll(/[\s`]/g, "");
  const type = nameNode(`[${typeName(name)}]`, spanFrom(start, cursor));
  if (cursor.text.startsWith("::", cursor.at)) return type;
  const end = cursor.at;
  skipSpace(cursor, false);
  if (beginsValue(cursor) || sees(cursor, /[[\d]|-\d|[-–](?:join|split|not)\b|!/iy)) {
    const operand = nested(cursor, () => parseUnary(cursor));
    return castOf(name, operand, spanFrom(start, cursor));
  }
  cursor.at = end;
  return type;
}

/** Reads a hash table, `@{ a = 1 }`. */
function parseHash(cursor: Cursor): Expression {
  const start = cursor.at;
  cursor.at += 2;
  const entries: DictEntry[] = [];
  nested(cursor, () => {
    for (;;) {
      while (take(cursor, /;/y) !== undefined || skipAll(cursor));
      if (cursor.text[cursor.at] === "}" || cursor.at >= cursor.text.length) break;
      const keyStart = cursor.at;
      const word = take(cursor, /[\w-]+/y);
      const key =
        word === undefined
          ? parsePostfix(cursor, parsePrimary(cursor), true, keyStart)
          : textFrom([word], keyStart, cursor);
      skipSpace(cursor, true);
      expect(cursor, "=");
      skipSpace(cursor, true);
      entries.push({ key, value: parseValue(cursor) });
    }
  });
  expect(cursor, "}");
  return { kind: "dict", entries, ...spanFrom(start, cursor) };
}

/** Parses a statement as a value. */
export function parseValue(cursor: Cursor): Expression {
  const start = cursor.at;
  const statements = asValue(cursor, () => cursor.parseStatement(cursor));
  return asExpression(statements, spanFrom(start, cursor));
}

/** Skips space and line ends; returns whether there were any. */
function skipAll(cursor: Cursor): boolean {
  const before = cursor.at;
  skipSpace(cursor, true);
  return cursor.at > before;
}

/** Parses code in braces. */
export function parseBlock(cursor: Cursor): readonly Statement[] {
  expect(cursor, "{");
  const statements = nested(cursor, () => cursor.parseStatements(cursor, "}"));
  expect(cursor, "}");
  return bodyOf(statements);
}

/** Parses a block of code that is a value, or the body of a function that has its parameters before it. */
export function parseFunctionBody(
  cursor: Cursor,
  parameters: FunctionStatement["parameters"] | null,
  start: number,
): FunctionStatement {
  return functionOf(cursor, parameters, () => parseBlock(cursor), start);
}

/** A block of code: without parameters, it has only `$args`. */
export function functionOf(
  cursor: Cursor,
  header: FunctionStatement["parameters"] | null,
  parse: () => readonly Statement[],
  start: number,
): FunctionStatement {
  const outer = cursor.block;
  const own = { parameters: header };
  cursor.block = own;
  const body = asValue(cursor, parse);
  cursor.block = outer;
  const span = spanFrom(start, cursor);
  const parameters = own.parameters ?? [{ name: "args", defaultValue: nameNode("args", span), rest: "" }];
  return { kind: "function", name: "", parameters, body, decorators: [], outputs: true, ...span };
}

/** Parses an unquoted word, which may contain variables and strings: `$env:TEMP\a"b c"`. */
export function parseBareWord(cursor: Cursor): Expression {
  const start = cursor.at;
  const { text } = cursor;
  const parts: (string | Expression)[] = [];
  let literal = "";
  for (;;) {
    const character = text[cursor.at];
    if (character === undefined || /[\s;|&(){},<>]/.test(character)) break;
    if (character === "`") {
      if (/[\r\n]/.test(text[cursor.at + 1] ?? "\n")) break;
      literal += escaped(text[cursor.at + 1] ?? "");
      cursor.at += 2;
      continue;
    }
    const isQuote = character !== undefined && `${singleQuotes}${doubleQuotes}`.includes(character);
    const part = isQuote ? parseString(cursor) : character === "$" ? parseDollar(cursor) : undefined;
    if (part === undefined) {
      literal += character;
      cursor.at++;
    } else {
      if (literal !== "") parts.push(literal);
      literal = "";
      parts.push(part);
    }
  }
  if (literal !== "" || parts.length === 0) parts.push(literal);
  if (cursor.at === start) fail(`has "${text[start] ?? ""}" where a command or a value is expected`);
  return textFrom(parts, start, cursor);
}
