import { type Cursor, expect, fail, nested, SyntaxProblem, sees, skipSpace, spanFrom, take } from "./cursor.ts";
import { parseElement } from "./parse-commands.ts";
import { beginsValue, parseBareWord, parseBlock, parseExpression, parsePrimary } from "./parse-expression.ts";
import { normalizeName } from "./parse-strings.ts";
import type { Expression, PipelineElement, ScriptBlock, Statement } from "./syntax.ts";

/** Parses a script. What follows the first mistake is one statement of the kind `unread`. */
export function parseScript(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  const cursor: Cursor = { text, at: 0, depth: 0, parseStatements, parseStatement };
  try {
    while (skipSeparators(cursor)) statements.push(parseStatement(cursor));
  } catch (error) {
    if (!(error instanceof SyntaxProblem) && !(error instanceof RangeError)) throw error;
    const reason = error instanceof SyntaxProblem ? error.message : "is nested too deeply";
    statements.push({ kind: "unread", reason, start: Math.min(cursor.at, text.length), end: text.length });
  }
  return statements;
}

/** Moves behind line ends and semicolons; false at the end of the text. */
function skipSeparators(cursor: Cursor): boolean {
  do skipSpace(cursor, true);
  while (take(cursor, /;/y) !== undefined);
  return cursor.at < cursor.text.length;
}

function parseStatements(cursor: Cursor, closer: string): readonly Statement[] {
  const statements: Statement[] = [];
  while (skipSeparators(cursor) && cursor.text[cursor.at] !== closer) statements.push(parseStatement(cursor));
  return statements;
}

const keyword =
  /(?:if|foreach|for|while|do|switch|try|function|filter|return|throw|exit|break|continue|param|class|enum|using|workflow)(?![\w.\\:/-])|(?:begin|process|end|dynamicparam|clean|trap|data|configuration)(?=\s*(?:\[[^\]\n]*\]\s*|[ \t]\w+\s*)?\{)/iy;

function parseStatement(cursor: Cursor): Statement {
  const start = cursor.at;
  take(cursor, /:\w+[ \t]+(?=(?:for|foreach|while|do|switch)\b)/iy);
  const word = take(cursor, keyword)?.toLowerCase();
  const parsed = word === undefined ? parseChain(cursor) : nested(cursor, () => parseKeyword(word, cursor, start));
  return { ...parsed, ...spanFrom(start, cursor) };
}

function parseKeyword(word: string, cursor: Cursor, start: number): Statement {
  const span = { start, end: start };
  switch (word) {
    case "if":
      return parseIf(cursor, span);
    case "foreach":
      return parseForeach(cursor, span);
    case "for":
    case "while": {
      const conditions = parseParentheses(cursor);
      return { kind: "loop", conditions, variable: undefined, body: blockAfterSpace(cursor), ...span };
    }
    case "do": {
      const body = blockAfterSpace(cursor);
      skipSpace(cursor, true);
      take(cursor, /while|until/iy);
      return { kind: "loop", conditions: parseParentheses(cursor), variable: undefined, body, ...span };
    }
    case "switch":
      return parseSwitch(cursor, span);
    case "try":
      return parseTry(cursor, span);
    case "trap":
    case "begin":
    case "process":
    case "end":
    case "clean":
    case "dynamicparam":
    case "data":
      skipSpace(cursor, true);
      take(cursor, /\[[^\]\n]*\]|\w+/y);
      return { kind: "block", body: blockAfterSpace(cursor), ...span };
    case "function":
    case "filter":
    case "workflow":
    case "configuration":
      return parseFunction(cursor, span);
    case "param":
      return parseParameters(cursor, span);
    case "using":
      take(cursor, /[^\r\n;]*/y);
      return { kind: "sequence", statements: [], ...span };
    case "class":
    case "enum":
      return fail(`defines a ${word}, which is not analyzed`);
    default: {
      skipSpace(cursor, false);
      const isEmpty = sees(cursor, /[;}\r\n)]|$/y);
      return isEmpty ? { kind: "sequence", statements: [], ...span } : parseChain(cursor);
    }
  }
}

function blockAfterSpace(cursor: Cursor): ScriptBlock {
  skipSpace(cursor, true);
  return parseBlock(cursor);
}

/** Parses statements in parentheses. */
function parseParentheses(cursor: Cursor): readonly Statement[] {
  skipSpace(cursor, true);
  expect(cursor, "(");
  const statements = nested(cursor, () => parseStatements(cursor, ")"));
  expect(cursor, ")");
  return statements;
}

function parseIf(cursor: Cursor, span: { readonly start: number; readonly end: number }): Statement {
  const conditions = [...parseParentheses(cursor)];
  const bodies = [blockAfterSpace(cursor)];
  while (followedBy(cursor, /else(?:if)?(?!\w)/iy, (word) => word.toLowerCase() === "elseif")) {
    conditions.push(...parseParentheses(cursor));
    bodies.push(blockAfterSpace(cursor));
  }
  if (followedBy(cursor, /else(?!\w)/iy)) bodies.push(blockAfterSpace(cursor));
  return { kind: "branches", conditions, bodies, ...span };
}

/** Whether a word follows, perhaps on a later line; the cursor moves behind it. */
function followedBy(cursor: Cursor, pattern: RegExp, test: (word: string) => boolean = () => true): boolean {
  const before = cursor.at;
  skipSpace(cursor, true);
  const word = take(cursor, pattern);
  if (word !== undefined && test(word)) return true;
  cursor.at = before;
  return false;
}

function parseForeach(cursor: Cursor, span: { readonly start: number; readonly end: number }): Statement {
  skipSpace(cursor, true);
  take(cursor, /-parallel\s*/iy);
  expect(cursor, "(");
  skipSpace(cursor, true);
  const name = take(cursor, /\$\{?[\w:]+\}?/y) ?? fail("has a foreach without a variable");
  skipSpace(cursor, true);
  if (take(cursor, /in(?!\w)/iy) === undefined) fail('has a foreach without "in"');
  const conditions = nested(cursor, () => parseStatements(cursor, ")"));
  expect(cursor, ")");
  const variable = normalizeName(name.replaceAll(/[${}]/g, ""));
  return { kind: "loop", conditions, variable, body: blockAfterSpace(cursor), ...span };
}

function parseSwitch(cursor: Cursor, span: { readonly start: number; readonly end: number }): Statement {
  skipSpace(cursor, true);
  while (take(cursor, /-\w+\s*/y) !== undefined) skipSpace(cursor, true);
  const conditions: Statement[] = [
    ...(cursor.text[cursor.at] === "(" ? parseParentheses(cursor) : [parseChain(cursor)]),
  ];
  const bodies: ScriptBlock[] = [];
  skipSpace(cursor, true);
  expect(cursor, "{");
  while (skipSeparators(cursor) && cursor.text[cursor.at] !== "}") {
    const label = beginsValue(cursor) ? parsePrimary(cursor) : parseBareWord(cursor);
    conditions.push(expressionStatement(label));
    bodies.push(blockAfterSpace(cursor));
  }
  expect(cursor, "}");
  return { kind: "branches", conditions, bodies, ...span };
}

function expressionStatement(expression: Expression): Statement {
  const { start, end } = expression;
  return { kind: "pipeline", elements: [{ kind: "expression", expression, redirects: [], start, end }], start, end };
}

function parseTry(cursor: Cursor, span: { readonly start: number; readonly end: number }): Statement {
  const statements: Statement[] = [{ kind: "block", body: blockAfterSpace(cursor), ...span }];
  while (followedBy(cursor, /catch(?!\w)/iy)) {
    skipSpace(cursor, true);
    while (take(cursor, /\[[^\]\n]*\]\s*,?\s*/y) !== undefined);
    statements.push({ kind: "branches", conditions: [], bodies: [blockAfterSpace(cursor)], ...span });
  }
  if (followedBy(cursor, /finally(?!\w)/iy)) statements.push({ kind: "block", body: blockAfterSpace(cursor), ...span });
  return { kind: "sequence", statements, ...span };
}

function parseFunction(cursor: Cursor, span: { readonly start: number; readonly end: number }): Statement {
  skipSpace(cursor, true);
  const name = take(cursor, /[^\s({]+/y) ?? fail("has a function without a name");
  skipSpace(cursor, true);
  const header = cursor.text[cursor.at] === "(" ? [parseParameters(cursor, span)] : [];
  const body = blockAfterSpace(cursor);
  const whole = header.length === 0 ? body : { ...body, statements: [...header, ...body.statements] };
  return { kind: "function", name: normalizeName(name), body: whole, ...span };
}

function parseParameters(cursor: Cursor, span: { readonly start: number; readonly end: number }): Statement {
  skipSpace(cursor, true);
  expect(cursor, "(");
  const names: [string, Expression | undefined][] = [];
  for (;;) {
    skipSpace(cursor, true);
    if (cursor.text[cursor.at] === ")") break;
    if (cursor.text[cursor.at] === "[") {
      const typed = nested(cursor, () => parsePrimary(cursor));
      addCast(typed, names);
      if (typed.kind === "type") continue;
    } else {
      const name = take(cursor, /\$\{?[\w:]+\}?/y) ?? fail("has a parameter without a name");
      names.push([normalizeName(name.replaceAll(/[${}]/g, "")), undefined]);
    }
    skipSpace(cursor, true);
    const last = names.at(-1);
    if (take(cursor, /=/y) !== undefined) {
      skipSpace(cursor, true);
      const value = nested(cursor, () => parseExpression(cursor, 9));
      if (last !== undefined) last[1] = value;
      skipSpace(cursor, true);
    }
    if (take(cursor, /,/y) === undefined) break;
  }
  skipSpace(cursor, true);
  expect(cursor, ")");
  return { kind: "parameters", names, ...span };
}

/** The name in a parameter with a type: `[string]$name`. */
function addCast(typed: Expression, names: [string, Expression | undefined][]): void {
  let inner = typed;
  while (inner.kind === "cast") inner = inner.operand;
  if (inner.kind === "variable") names.push([inner.name, undefined]);
}

/** Parses pipelines with `&&` and `||` between them, or an assignment. */
function parseChain(cursor: Cursor): Statement {
  const start = cursor.at;
  const statements: Statement[] = [parsePipeline(cursor)];
  for (;;) {
    skipSpace(cursor, false);
    const operator = take(cursor, /&&|\|\||&(?!&)/y);
    if (operator === undefined || operator === "&") break;
    skipSpace(cursor, true);
    statements.push(parsePipeline(cursor));
  }
  const [first] = statements;
  if (statements.length === 1 && first !== undefined) return first;
  return { kind: "sequence", statements, ...spanFrom(start, cursor) };
}

const assignment = /(?:[-+*/%]|\?\?)?=(?!=)/y;

function parsePipeline(cursor: Cursor): Statement {
  const start = cursor.at;
  const elements: PipelineElement[] = [];
  for (;;) {
    const element = nested(cursor, () => parseElement(cursor));
    if (elements.length === 0 && element.kind === "expression") {
      skipSpace(cursor, false);
      const operator = take(cursor, assignment);
      if (operator !== undefined) {
        skipSpace(cursor, true);
        const value = nested(cursor, () => parseStatement(cursor));
        return { kind: "assignment", target: element.expression, operator, value, ...spanFrom(start, cursor) };
      }
    }
    elements.push(element);
    skipSpace(cursor, false);
    if (!followedBy(cursor, /\|(?!\|)/y)) break;
    skipSpace(cursor, true);
  }
  return { kind: "pipeline", elements, ...spanFrom(start, cursor) };
}
