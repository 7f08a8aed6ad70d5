import { type Cursor, expect, fail, nested, SyntaxProblem, sees, skipSpace, spanFrom, take } from "./cursor.ts";
import { parseClass } from "./parse-classes.ts";
import { parseElement } from "./parse-commands.ts";
import { beginsValue, parseBareWord, parseBlock, parsePostfix, parsePrimary } from "./parse-expression.ts";
import { parseParameters } from "./parse-parameters.ts";
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
export function skipSeparators(cursor: Cursor): boolean {
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
  const label = take(cursor, /:\w+\s+(?=(?:for|foreach|while|do|switch)\b)/iy)
    ?.trim()
    .slice(1)
    .toLowerCase();
  const word = take(cursor, keyword)?.toLowerCase();
  const parsed = word === undefined ? parseChain(cursor) : nested(cursor, () => parseKeyword(word, cursor, label));
  return { ...parsed, ...spanFrom(start, cursor) };
}

/** The span of a statement is set when it is parsed. */
const unset = { start: 0, end: 0 };

function parseKeyword(word: string, cursor: Cursor, label: string | undefined): Statement {
  switch (word) {
    case "if":
      return parseIf(cursor);
    case "foreach":
      return parseForeach(cursor, label);
    case "for":
      return parseFor(cursor, label);
    case "while": {
      const condition = parseParentheses(cursor);
      const body = blockAfterSpace(cursor);
      return { ...loop, condition, body, label, ...unset };
    }
    case "do": {
      const body = blockAfterSpace(cursor);
      skipSpace(cursor, true);
      take(cursor, /while|until/iy);
      return { ...loop, condition: parseParentheses(cursor), body, testedAfter: true, label, ...unset };
    }
    case "switch":
      return parseSwitch(cursor, label);
    case "try":
      return parseTry(cursor);
    case "trap":
    case "begin":
    case "process":
    case "end":
    case "clean":
    case "dynamicparam":
    case "data":
      skipSpace(cursor, true);
      take(cursor, /\[[^\]\n]*\]|\w+/y);
      return { kind: "block", word, body: blockAfterSpace(cursor), ...unset };
    case "function":
    case "filter":
    case "workflow":
    case "configuration":
      return parseFunction(word, cursor);
    case "param":
      return { kind: "parameters", parameters: parseParameters(cursor), ...unset };
    case "using":
      take(cursor, /[^\r\n;]*/y);
      return { kind: "sequence", statements: [], ...unset };
    case "class":
    case "enum":
      return parseClass(cursor);
    case "break":
    case "continue":
      skipSpace(cursor, false);
      return { kind: "leave", word, label: take(cursor, /\w+/y)?.toLowerCase(), ...unset };
    default: {
      skipSpace(cursor, false);
      const isEmpty = sees(cursor, /[;}\r\n)]|$/y);
      const value = isEmpty ? undefined : parseChain(cursor);
      return { kind: "end", word: word as "return" | "throw" | "exit", value, ...unset };
    }
  }
}

const loop = { kind: "while", initial: undefined, condition: undefined, testedAfter: false, step: undefined } as const;

/** Parses code in braces. */
export function blockAfterSpace(cursor: Cursor): ScriptBlock {
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

function parseIf(cursor: Cursor): Statement {
  const branches = [{ test: parseParentheses(cursor), body: blockAfterSpace(cursor) }];
  while (followedBy(cursor, /else(?:if)?(?!\w)/iy, (word) => word.toLowerCase() === "elseif"))
    branches.push({ test: parseParentheses(cursor), body: blockAfterSpace(cursor) });
  const otherwise = followedBy(cursor, /else(?!\w)/iy) ? blockAfterSpace(cursor) : undefined;
  return { kind: "if", branches, otherwise, ...unset };
}

/** Parses `for (a; b; c) { … }`, whose parts may be missing. */
function parseFor(cursor: Cursor, label: string | undefined): Statement {
  skipSpace(cursor, true);
  expect(cursor, "(");
  const part = (): Statement | undefined => {
    skipSpace(cursor, true);
    const parsed = sees(cursor, /[;)]/y) ? undefined : nested(cursor, () => parseStatement(cursor));
    skipSpace(cursor, true);
    take(cursor, /;/y);
    return parsed;
  };
  const [initial, condition, step] = [part(), part(), part()];
  expect(cursor, ")");
  const body = blockAfterSpace(cursor);
  return { ...loop, initial, condition: condition && [condition], step, body, label, ...unset };
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

function parseForeach(cursor: Cursor, label: string | undefined): Statement {
  skipSpace(cursor, true);
  take(cursor, /-parallel\s*/iy);
  expect(cursor, "(");
  skipSpace(cursor, true);
  const name = take(cursor, /\$\{?[\w:]+\}?/y) ?? fail("has a foreach without a variable");
  skipSpace(cursor, true);
  if (take(cursor, /in(?!\w)/iy) === undefined) fail('has a foreach without "in"');
  const of = nested(cursor, () => parseStatements(cursor, ")"));
  expect(cursor, ")");
  const variable = normalizeName(name.replaceAll(/[${}]/g, ""));
  return { kind: "foreach", variable, of, body: blockAfterSpace(cursor), label, ...unset };
}

function parseSwitch(cursor: Cursor, label: string | undefined): Statement {
  skipSpace(cursor, true);
  let isFile = false;
  for (let option = take(cursor, /-\w+/y); option !== undefined; option = take(cursor, /-\w+/y)) {
    isFile ||= /^-f/i.test(option);
    skipSpace(cursor, true);
  }
  const subject = cursor.text[cursor.at] === "(" ? parseParentheses(cursor) : [wordStatement(cursor)];
  const clauses: { readonly test: Expression | undefined; readonly body: ScriptBlock }[] = [];
  skipSpace(cursor, true);
  expect(cursor, "{");
  while (skipSeparators(cursor) && cursor.text[cursor.at] !== "}") {
    const isDefault = take(cursor, /default(?=\s*\{)/iy) !== undefined;
    const test = isDefault ? undefined : beginsValue(cursor) ? parsePrimary(cursor) : parseBareWord(cursor);
    clauses.push({ test, body: blockAfterSpace(cursor) });
  }
  expect(cursor, "}");
  return { kind: "switch", isFile, subject, clauses, label, ...unset };
}

function wordStatement(cursor: Cursor): Statement {
  const expression = beginsValue(cursor) ? parsePostfix(cursor, parsePrimary(cursor), true) : parseBareWord(cursor);
  const { start, end } = expression;
  return { kind: "pipeline", elements: [{ kind: "expression", expression, redirects: [], start, end }], start, end };
}

function parseTry(cursor: Cursor): Statement {
  const body = blockAfterSpace(cursor);
  const handlers: ScriptBlock[] = [];
  while (followedBy(cursor, /catch(?!\w)/iy)) {
    skipSpace(cursor, true);
    while (take(cursor, /\[[^\]\n]*\]\s*,?\s*/y) !== undefined);
    handlers.push(blockAfterSpace(cursor));
  }
  const last = followedBy(cursor, /finally(?!\w)/iy) ? blockAfterSpace(cursor) : undefined;
  if (handlers.length === 0 && last === undefined) fail("has a try without catch and finally");
  return { kind: "try", body, handlers, finally: last, ...unset };
}

function parseFunction(word: string, cursor: Cursor): Statement {
  skipSpace(cursor, true);
  const name = take(cursor, /[^\s({]+/y) ?? fail("has a function without a name");
  skipSpace(cursor, true);
  const { start, end } = spanFrom(cursor.at, cursor);
  const header: readonly Statement[] =
    cursor.text[cursor.at] === "(" ? [{ kind: "parameters", parameters: parseParameters(cursor), start, end }] : [];
  const body = blockAfterSpace(cursor);
  const whole = { ...body, statements: [...header, ...body.statements] };
  return { kind: "function", word, name: normalizeName(name), body: whole, ...unset };
}

/** Parses pipelines with `&&` and `||` between them, or an assignment. */
function parseChain(cursor: Cursor): Statement {
  const start = cursor.at;
  const statements: Statement[] = [parsePipeline(cursor)];
  const operators: string[] = [];
  for (;;) {
    skipSpace(cursor, false);
    const operator = take(cursor, /&&|\|\||&(?!&)/y);
    if (operator === undefined || operator === "&") break;
    skipSpace(cursor, true);
    operators.push(operator);
    statements.push(parsePipeline(cursor));
  }
  const [first] = statements;
  if (statements.length === 1 && first !== undefined) return first;
  return { kind: "chain", operators, statements, ...spanFrom(start, cursor) };
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
