/** Parses PowerShell statements to the engine's intermediate representation. */
import type {
  Expression,
  FunctionStatement,
  LoopStatement,
  Parameter,
  Program,
  Span,
  Statement,
} from "../engine/ir.ts";
import {
  assignment,
  callNode,
  collectNode,
  eachNode,
  expressionStatement,
  nameNode,
  perhapsNode,
  textNode,
  unknownNode,
} from "../engine/nodes.ts";
import {
  asValue,
  type Cursor,
  expect,
  fail,
  nested,
  SyntaxProblem,
  sees,
  skipSpace,
  spanFrom,
  take,
} from "./cursor.ts";
import { asExpression, bodyOf, commandOf, normalizeName, operation } from "./nodes.ts";
import { parseClass } from "./parse-classes.ts";
import {
  beginsValue,
  functionOf,
  parseBareWord,
  parseBlock,
  parseFunctionBody,
  parsePostfix,
  parsePrimary,
  parseValue,
} from "./parse-expression.ts";
import { parseParameters } from "./parse-parameters.ts";
import { followedBy, parseChain } from "./parse-pipelines.ts";

/** Parses and lowers a script in one pass. After the first syntax error, the rest is one statement of the kind `unread`. Never throws. */
export function lowerPowerShell(text: string, place: Cursor["place"]): Program {
  return { statements: bodyOf(parseScript(cursorOf(text, place))), problem: null };
}

/** Parses a text that is a block of code. */
export function functionOfText(text: string, place: Cursor["place"]): FunctionStatement {
  const cursor = cursorOf(text, place);
  return functionOf(cursor, null, () => bodyOf(parseScript(cursor)), 0);
}

/** Starts the reading of PowerShell code at its first character. */
function cursorOf(text: string, place: Cursor["place"]): Cursor {
  return { text, at: 0, depth: 0, place, isMethod: false, block: null, parseStatements, parseStatement };
}

/** Reads a whole script. */
function parseScript(cursor: Cursor): readonly Statement[] {
  const statements: Statement[] = [];
  try {
    while (skipSeparators(cursor)) statements.push(...parseStatement(cursor));
  } catch (error) {
    if (!(error instanceof SyntaxProblem) && !(error instanceof RangeError)) throw error;
    const { length } = cursor.text;
    const reason = `the script ${error instanceof SyntaxProblem ? error.message : "is nested too deeply"}`;
    statements.push({ kind: "unread", reason, ...cursor.place({ start: Math.min(cursor.at, length), end: length }) });
  }
  return statements;
}

/** Moves behind line ends and semicolons; false at the end of the text. */
export function skipSeparators(cursor: Cursor): boolean {
  do skipSpace(cursor, true);
  while (take(cursor, /;/y) !== undefined);
  return cursor.at < cursor.text.length;
}

/** Reads statements up to a closing bracket. */
function parseStatements(cursor: Cursor, closer: string): readonly Statement[] {
  const statements: Statement[] = [];
  while (skipSeparators(cursor) && cursor.text[cursor.at] !== closer) statements.push(...parseStatement(cursor));
  return statements;
}

const keyword =
  /(?:if|foreach|for|while|do|switch|try|function|filter|return|throw|exit|break|continue|param|class|enum|using|workflow)(?![\w.\\:/-])|(?:begin|process|end|dynamicparam|clean|trap|data|configuration)(?=\s*(?:\[[^\]\n]*\]\s*|[ \t]\w+\s*)?\{)/iy;

/** Reads one statement. */
function parseStatement(cursor: Cursor): readonly Statement[] {
  const start = cursor.at;
  const label = take(cursor, /:\w+\s+(?=(?:for|foreach|while|do|switch)\b)/iy)
    ?.trim()
    .slice(1)
    .toLowerCase();
  const word = take(cursor, keyword)?.toLowerCase();
  if (word === undefined) return parseChain(cursor);
  return nested(cursor, () => parseKeyword(word, { cursor, start, label }));
}

/** A statement that begins with a word. */
interface Begun {
  readonly cursor: Cursor;
  readonly start: number;
  readonly label: string | undefined;
}

/** Reads a statement that begins with a keyword. */
function parseKeyword(word: string, begun: Begun): readonly Statement[] {
  const { cursor, start, label } = begun;
  const span = (): Span => spanFrom(start, cursor);
  switch (word) {
    case "if":
      return [parseIf(begun)];
    case "foreach":
      return [parseForeach(begun)];
    case "for":
      return parseFor(begun);
    case "while": {
      const condition = parseParentheses(cursor);
      return [{ ...loop, condition, body: blockAfterSpace(cursor), label, ...span() }];
    }
    case "do": {
      const body = blockAfterSpace(cursor);
      skipSpace(cursor, true);
      take(cursor, /while|until/iy);
      return [{ ...loop, condition: parseParentheses(cursor), body, testedAfter: true, label, ...span() }];
    }
    case "switch":
      return [parseSwitch(begun)];
    case "try":
      return [parseTry(begun)];
    case "trap":
    case "begin":
    case "process":
    case "end":
    case "clean":
    case "dynamicparam":
    case "data": {
      skipSpace(cursor, true);
      take(cursor, /\[[^\]\n]*\]|\w+/y);
      const body = blockAfterSpace(cursor);
      if (word === "process") return [forEachPiped(body, span())];
      if (word !== "trap") return body;
      return [{ kind: "unread", reason: "the script handles errors with trap", ...span() }, perhapsNode(body, span())];
    }
    case "function":
    case "filter":
    case "workflow":
    case "configuration":
      return [parseFunction(word, begun)];
    case "param":
      return parametersOf(parseParameters(cursor), cursor, span());
    case "using":
      take(cursor, /[^\r\n;]*/y);
      return [];
    case "class":
    case "enum":
      return [parseClass(cursor, start)];
    case "break":
    case "continue":
      skipSpace(cursor, false);
      return [{ kind: "leave", loop: word, label: take(cursor, /\w+/y)?.toLowerCase(), ...span() }];
    default:
      return parseEnd(word, begun);
  }
}

const loop: Omit<LoopStatement, "body" | keyof Span> = { kind: "loop", each: null, condition: null, otherwise: [] };

/** Parses `param` of a block of code. The `param` of the script sets variables to the arguments of its caller. */
function parametersOf(parameters: readonly Parameter[], { block }: Cursor, span: Span): readonly Statement[] {
  if (block !== null) {
    block.parameters = [...(block.parameters ?? []), ...parameters];
    return [];
  }
  return parameters.map(({ name, defaultValue }) => {
    const value = operation("(param)", textNode(name, span), defaultValue ?? nameNode("(input)", span), span);
    return assignment(nameNode(name, span), value, false, span);
  });
}

/** Parses `return`, `throw` and `exit`. */
function parseEnd(word: string, { cursor, start }: Begun): readonly Statement[] {
  skipSpace(cursor, false);
  const isEmpty = sees(cursor, /[;}\r\n)]|$/y);
  const statements = isEmpty ? null : asValue(cursor, () => parseChain(cursor));
  const span = spanFrom(start, cursor);
  const value = statements && asExpression(statements, span);
  if (word === "throw") return [{ kind: "raise", values: value === null ? [] : [value], ...span }];
  if (word === "exit") return [expressionStatement(callNode("exit", value === null ? [] : [value], span), span)];
  if (cursor.isMethod || value === null) return [{ kind: "return", value, ...span }];
  return [
    { kind: "output", value, ...span },
    { kind: "return", value: null, ...span },
  ];
}

/** Parses code in braces. */
export function blockAfterSpace(cursor: Cursor): readonly Statement[] {
  skipSpace(cursor, true);
  return parseBlock(cursor);
}

/** Parses statements in parentheses as a value. */
function parseParentheses(cursor: Cursor): Expression {
  skipSpace(cursor, true);
  const start = cursor.at;
  expect(cursor, "(");
  const statements = asValue(cursor, () => parseStatements(cursor, ")"));
  const span = spanFrom(start + 1, cursor);
  expect(cursor, ")");
  return asExpression(statements, span);
}

/** Reads an `if` of PowerShell. */
function parseIf({ cursor, start }: Begun): Statement {
  const branches = [{ test: parseParentheses(cursor), body: blockAfterSpace(cursor) }];
  while (followedBy(cursor, /else(?:if)?(?!\w)/iy, (word) => word.toLowerCase() === "elseif"))
    branches.push({ test: parseParentheses(cursor), body: blockAfterSpace(cursor) });
  const otherwise = followedBy(cursor, /else(?!\w)/iy) ? blockAfterSpace(cursor) : [];
  return { kind: "if", branches, otherwise, ...spanFrom(start, cursor) };
}

/** Parses `for (a; b; c) { … }`, whose parts may be missing. */
function parseFor({ cursor, start, label }: Begun): readonly Statement[] {
  skipSpace(cursor, true);
  expect(cursor, "(");
  const part = <T>(parse: (cursor: Cursor) => T): T | undefined => {
    skipSpace(cursor, true);
    const parsed = sees(cursor, /[;)]/y) ? undefined : nested(cursor, () => parse(cursor));
    skipSpace(cursor, true);
    take(cursor, /;/y);
    return parsed;
  };
  const initial = part(parseStatement) ?? [];
  const [condition = null, step] = [part(parseValue), part(parseValue)];
  expect(cursor, ")");
  const body = blockAfterSpace(cursor);
  return [...initial, { ...loop, condition, step, body, label, ...spanFrom(start, cursor) }];
}

/** Reads a `foreach` of PowerShell. */
function parseForeach({ cursor, start, label }: Begun): Statement {
  skipSpace(cursor, true);
  take(cursor, /-parallel\s*/iy);
  expect(cursor, "(");
  skipSpace(cursor, true);
  const name = take(cursor, /\$\{?[\w:]+\}?/y) ?? fail("has a foreach without a variable");
  skipSpace(cursor, true);
  if (take(cursor, /in(?!\w)/iy) === undefined) fail('has a foreach without "in"');
  const items = asValue(cursor, () => parseStatements(cursor, ")"));
  expect(cursor, ")");
  const span = spanFrom(start, cursor);
  const target = nameNode(normalizeName(name.replaceAll(/[${}]/g, "")), span);
  const of = collectNode(bodyOf(items), false, span);
  return { ...eachNode(target, of, blockAfterSpace(cursor), spanFrom(start, cursor)), label };
}

/** Parses `switch`: all clauses that apply run for each item, which is `$_`. */
function parseSwitch({ cursor, start, label }: Begun): Statement {
  skipSpace(cursor, true);
  let isFile = false;
  for (let option = take(cursor, /-\w+/y); option !== undefined; option = take(cursor, /-\w+/y)) {
    isFile ||= /^-f/i.test(option);
    skipSpace(cursor, true);
  }
  const subject = cursor.text[cursor.at] === "(" ? parseParentheses(cursor) : parseWord(cursor);
  const clauses: Statement[] = [];
  skipSpace(cursor, true);
  expect(cursor, "{");
  while (skipSeparators(cursor) && cursor.text[cursor.at] !== "}") clauses.push(parseClause(cursor));
  expect(cursor, "}");
  const span = spanFrom(start, cursor);
  const value = isFile ? commandOf("Get-Content", [subject], span) : subject;
  const of = collectNode([{ kind: "output", value, ...span }], false, span);
  return { ...eachNode(nameNode("_", span), of, clauses, span), label };
}

/** Reads one case of a `switch`. */
function parseClause(cursor: Cursor): Statement {
  const start = cursor.at;
  const isDefault = take(cursor, /default(?=\s*\{)/iy) !== undefined;
  const isBlock = cursor.text[cursor.at] === "{";
  const test = isDefault
    ? undefined
    : isBlock
      ? asExpression(
          asValue(cursor, () => parseBlock(cursor)),
          spanFrom(start, cursor),
        )
      : parseWord(cursor);
  const body = blockAfterSpace(cursor);
  const span = spanFrom(start, cursor);
  if (test === undefined) return perhapsNode(body, span);
  return { kind: "if", branches: [{ test: unknownNode(span, [test]), body }], otherwise: [], ...span };
}

/** Reads a word of a command: a value, or text without quotes. */
function parseWord(cursor: Cursor): Expression {
  const start = cursor.at;
  return beginsValue(cursor) ? parsePostfix(cursor, parsePrimary(cursor), true, start) : parseBareWord(cursor);
}

/** Reads a `try` of PowerShell. */
function parseTry({ cursor, start }: Begun): Statement {
  const body = blockAfterSpace(cursor);
  const handlers: { readonly name: string; readonly body: readonly Statement[] }[] = [];
  while (followedBy(cursor, /catch(?!\w)/iy)) {
    skipSpace(cursor, true);
    while (take(cursor, /\[[^\]\n]*\]\s*,?\s*/y) !== undefined);
    handlers.push({ name: "_", body: blockAfterSpace(cursor) });
  }
  const last = followedBy(cursor, /finally(?!\w)/iy) ? blockAfterSpace(cursor) : undefined;
  if (handlers.length === 0 && last === undefined) fail("has a try without catch and finally");
  return { kind: "try", body, handlers, otherwise: [], finally: last ?? [], ...spanFrom(start, cursor) };
}

/** Reads a function of PowerShell. */
function parseFunction(word: string, { cursor, start }: Begun): Statement {
  skipSpace(cursor, true);
  const name = take(cursor, /[^\s({]+/y) ?? fail("has a function without a name");
  skipSpace(cursor, true);
  const parameters = cursor.text[cursor.at] === "(" ? parseParameters(cursor) : null;
  skipSpace(cursor, true);
  const own = parseFunctionBody(cursor, parameters, start);
  const body = word === "filter" ? [forEachPiped(own.body, own)] : own.body;
  return { ...own, name: `function:${normalizeName(name)}`, body };
}

/** Runs statements for each item that a pipe passes. */
function forEachPiped(body: readonly Statement[], span: Span): Statement {
  return eachNode(nameNode("_", span), nameNode("(piped)", span), body, span);
}
