// The interpretation of a whole program.
import type { SyntaxNode } from "@lezer/common";
import type { ExecutionState } from "../execution-state.ts";
import { fileKey } from "../file-key.ts";
import { deepestNesting, type EffectContext, type Effects, outermostNesting } from "../languages.ts";
import { LayeredMap } from "../layered-map.ts";
import { expressions } from "./expressions.ts";
import { callUncalledFunctions } from "./functions.ts";
import { emitUnknown, type Interpreter, type Span } from "./interpreter.ts";
import { parseProgram } from "./parse-program.ts";
import { evaluateParts, statements } from "./statements.ts";
import { unknownValue, type Value } from "./value.ts";

const maxLength = 100_000;
const maxLevel = 150;

/** Interprets a program: its values and its calls, on all paths. */
export function interpretJavaScript(program: string, context: EffectContext): Effects {
  const { nesting = outermostNesting() } = context;
  const whole = { from: 0, to: program.length };
  const interpreter = createInterpreter(context);
  if (program.length > maxLength || nesting.depth > deepestNesting)
    emitUnknown(interpreter, "", "the program is too long or nested too deeply", whole);
  else {
    evaluateProgram(program, interpreter);
    for (let index = 0; index < interpreter.later.length; index++) interpreter.later[index]?.();
    interpreter.place = null;
    callUncalledFunctions(interpreter);
  }
  if (interpreter.nesting.work.left <= 0) {
    interpreter.nesting.work.left = 5;
    emitUnknown(interpreter, "", "the program does too much to be analyzed", whole);
  }
  const distinct = new Map(interpreter.effects.map((each) => [JSON.stringify(each), each]));
  const effects = [...distinct.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  const after = changesOf(interpreter);
  return after === undefined ? { effects } : { effects, after };
}

function createInterpreter(context: EffectContext): Interpreter {
  const { nesting = outermostNesting(), directory = "", files, links } = context;
  const keyOf = (path: string): string => fileKey(path, context);
  return {
    context,
    nesting,
    directory,
    effects: [],
    functions: new Map(),
    called: new Set(),
    active: new Set(),
    files: new LayeredMap(files, keyOf),
    links: new LayeredMap(links, keyOf),
    environment: new Map(),
    later: [],
    code: "",
    scope: { names: new Map(), parent: null },
    returned: [],
    certainty: "certain",
    depth: nesting.depth,
    level: 0,
    isEndless: false,
    place: null,
  };
}

function changesOf({ files, links, directory, context }: Interpreter): ExecutionState | undefined {
  const isElsewhere = directory !== (context.directory ?? "");
  if (files.own.size + links.own.size === 0 && !isElsewhere) return;
  return {
    files: files.own.size > 0 ? files.own : undefined,
    links: links.own.size > 0 ? links.own : undefined,
    directory: isElsewhere ? directory : undefined,
  };
}

function evaluateProgram(code: string, interpreter: Interpreter): Value {
  const { tree, problem } = parseProgram(code);
  interpreter.nesting.work.left -= code.length / 40;
  if (problem !== null) emitUnknown(interpreter, "", `the program ${problem}`, { from: 0, to: code.length });
  const { code: before, level } = interpreter;
  interpreter.code = code;
  const value = evaluate(tree?.topNode, interpreter);
  Object.assign(interpreter, { code: before, level });
  return value;
}

/** Interprets code that the program runs as text, in the current scope. */
export function runCode(code: string, span: Span, interpreter: Interpreter): Value {
  if (interpreter.depth >= deepestNesting || code.length > maxLength) {
    emitUnknown(interpreter, "eval", "code is nested too deeply", span);
    return unknownValue;
  }
  const { place, returned } = interpreter;
  interpreter.place = place ?? span;
  interpreter.returned = [];
  interpreter.depth++;
  const value = evaluateProgram(code, interpreter);
  const result = interpreter.returned[0] ?? value;
  interpreter.depth--;
  Object.assign(interpreter, { place, returned });
  return result;
}

/** Interprets an expression or a statement. @returns its value */
export function evaluate(node: SyntaxNode | null | undefined, interpreter: Interpreter): Value {
  const { work } = interpreter.nesting;
  work.left -= 0.5;
  if (!node || work.left <= 0) return unknownValue;
  if (interpreter.level > maxLevel) {
    emitUnknown(interpreter, "", "the program is nested too deeply", node);
    work.left = 0;
    return unknownValue;
  }
  interpreter.level++;
  const rule = expressions.get(node.name) ?? statements.get(node.name) ?? evaluateParts;
  const value = rule(node, interpreter);
  interpreter.level--;
  return value;
}
