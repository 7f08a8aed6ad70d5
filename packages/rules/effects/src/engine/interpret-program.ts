import type { Certainty, Effect, Origin } from "../effects.ts";
import type { FileData } from "../execution-state.ts";
import { fileKey } from "../file-key.ts";
import { deepestNesting, type EffectContext, type Effects, type Nesting, outermostNesting } from "../languages.ts";
import { LayeredMap } from "../layered-map.ts";
import type { WriteConsequence } from "../persistent-files.ts";
import { isClassMethod } from "./attributes.ts";
import { withJoinedContainers } from "./branches.ts";
import { builtins } from "../python/builtins.ts";
import { callValue } from "./calls.ts";
import { evaluateExpression } from "./expressions.ts";
import { callFunction, instantiateClass } from "./functions.ts";
import {
  type BlockExit,
  type Builtin,
  type ContainerSnapshots,
  emitUnknown,
  type Interpreter,
  type Loop,
} from "./interpreter.ts";
import { bindKeptNames, hasKeptNames } from "../python/kept-names.ts";
import { createScope } from "./scope.ts";
import { isSelfContained } from "../python/self-contained.ts";
import { runStatements } from "./statements.ts";
import type { Expression, Parameter, Span, Statement } from "./ir.ts";
import { readProgram } from "../python/syntax/read-program.ts";
import {
  type ClassValue,
  exactValue,
  type FunctionValue,
  type InstanceValue,
  type PassedArgument,
  type Scope,
  unknownValue,
  type Value,
} from "./value.ts";
import { stateAfter } from "./written-files.ts";

/**
 * Interprets a Python program abstractly: follows every branch with the values that are known, and returns the effects
 * of all that the program could do. Functions that the program itself never calls are interpreted at the end.
 */
export function interpretProgram(program: string, context: EffectContext): Effects {
  const { nesting = outermostNesting() } = context;
  const whole = { start: 0, end: program.length };
  const tooDeep = nesting.depth > deepestNesting;
  const { statements, problem } = tooDeep
    ? { statements: [], problem: "is nested too deeply" }
    : readProgram(program, ({ start, end }) => ({ start, end }));
  nesting.work.left -= program.length / 40;
  const interpreter: Interpreter = new ProgramInterpreter(program, context, nesting);
  if (problem !== null) emitUnknown(interpreter, "python", `the program ${problem}`, whole);
  bindKeptNames(interpreter);
  interpreter.runBlock(statements);
  const after = stateAfter(interpreter);
  runUncalledFunctions(interpreter);
  if (interpreter.steps.left <= 0 && (problem !== null || hasKeptNames(interpreter) || !isSelfContained(program)))
    emitUnknown(interpreter, "python", "the program does too much to be analyzed", whole);
  return { effects: distinctEffects(interpreter.effects), after };
}

/** The state of one interpretation, with the entry points through which the interpreter's parts call each other. */
class ProgramInterpreter implements Interpreter {
  readonly context: EffectContext;
  readonly nesting: Nesting;
  readonly program: string;
  readonly builtins: ReadonlyMap<string, Builtin> = builtins;
  readonly steps: { left: number };
  readonly moduleScope: Scope = createScope(null);
  readonly writtenFiles: LayeredMap<FileData>;
  readonly links: LayeredMap<string | null>;
  readonly settings: LayeredMap<string | null>;
  readonly keptValues: Map<string, Value> = new Map();
  readonly definitionTexts: Map<FunctionValue["node"] | ClassValue["node"], string> = new Map();
  readonly writeConsequences: Map<string, readonly WriteConsequence[]> = new Map();
  readonly functions: FunctionValue[] = [];
  readonly interpretedFunctions: Set<FunctionValue["node"]> = new Set();
  readonly classes: ClassValue[] = [];
  readonly instances: Map<ClassValue["node"], InstanceValue> = new Map();
  readonly callStack: FunctionValue["node"][] = [];
  readonly returnValues: Value[][] = [];
  readonly effects: Effect[] = [];
  scope: Scope = this.moduleScope;
  depth: number;
  certainty: Certainty = "certain";
  directory: string | null;
  input: readonly Origin[];
  branchSnapshots: ContainerSnapshots | null = null;
  loop: Loop = { repetitions: 1 };

  constructor(program: string, options: EffectContext, nesting: Nesting) {
    this.program = program;
    this.context = options;
    this.nesting = nesting;
    this.steps = nesting.work;
    this.depth = nesting.depth;
    this.input = options.standardInput?.from ?? [];
    this.directory = options.directory === undefined ? "" : options.directory;
    const keyOf = (path: string): string => fileKey(path, options);
    this.writtenFiles = new LayeredMap(options.files, keyOf);
    this.links = new LayeredMap(options.links, keyOf);
    this.settings = new LayeredMap(options.settings);
  }

  evaluate(expression: Expression): Value {
    return evaluateExpression(expression, this);
  }

  runBlock(statements: readonly Statement[]): BlockExit {
    return runStatements(statements, this);
  }

  call(callee: Value, passed: readonly PassedArgument[], span: Span): Value {
    return callValue(callee, passed, span, this);
  }
}

/** Calls each function that the program defines but never calls: other code may call it. Its effects are `possible`. */
function runUncalledFunctions(interpreter: Interpreter): void {
  interpreter.scope = interpreter.moduleScope;
  interpreter.loop = { repetitions: 1 };
  interpreter.certainty = "possible";
  const { directory, input } = interpreter;
  // Functions that other code calls directly come first: they may call the remaining ones with known arguments.
  for (const round of [0, 1, 2]) {
    for (let at = 0; at < interpreter.functions.length && interpreter.steps.left > 0; at++) {
      const uncalled = interpreter.functions[at];
      if (
        uncalled === undefined ||
        interpreter.interpretedFunctions.has(uncalled.node) ||
        callRound(uncalled) !== round
      )
        continue;
      interpreter.directory = directory;
      interpreter.input = input;
      callUncalledFunction(uncalled, interpreter);
    }
  }
}

/**
 * The round in which an uncalled function is called: 0 without required arguments, 1 for tests and decorated functions,
 * to which a framework passes arguments, 2 for all others.
 */
function callRound({ node }: FunctionValue): 0 | 1 | 2 {
  const needsArgument = ({ name, defaultValue, rest }: Parameter): boolean =>
    rest === "" && defaultValue === null && !/^(self|cls|)$/.test(name);
  if (!node.parameters.some(needsArgument)) return 0;
  return node.kind === "function" && (node.decorators.length > 0 || /^test/.test(node.name)) ? 1 : 2;
}

function callUncalledFunction(uncalled: FunctionValue, interpreter: Interpreter): void {
  const self = selfArgument(uncalled, interpreter);
  if (interpreter.interpretedFunctions.has(uncalled.node)) return;
  const result = withJoinedContainers(interpreter, () =>
    callFunction({ ...uncalled, self }, [], interpreter, unknownValue),
  );
  if (uncalled.node.kind === "function" && /^__reduce(_ex)?__$/.test(uncalled.node.name))
    callPickleReduction(result, uncalled.node, interpreter);
}

/** Calls what `__reduce__` returns, `(function, arguments)`: unpickling the object would call it. */
function callPickleReduction(result: Value, span: Span, interpreter: Interpreter): void {
  for (const alternative of result.alternatives) {
    const [callee, passed] = alternative.kind === "list" ? alternative.items : [];
    if (callee !== undefined)
      interpreter.call(callee, passed === undefined ? [] : [{ name: "*", value: passed }], span);
  }
}

/** The object or class on which a method is called; `null` for a plain function. */
function selfArgument(called: FunctionValue, interpreter: Interpreter): Value | null {
  const owner = interpreter.classes.find((each) =>
    [...each.members.names.values()].some(({ alternatives }) =>
      alternatives.some((member) => member.kind === "function" && member.node === called.node),
    ),
  );
  if (owner === undefined) return called.self;
  if (isClassMethod(called)) return exactValue(owner);
  const existing = interpreter.instances.get(owner.node);
  return existing === undefined ? newInstance(owner, interpreter) : exactValue(existing);
}

function newInstance(owner: ClassValue, interpreter: Interpreter): Value {
  const value = instantiateClass(owner, [], interpreter);
  return value.alternatives.length === 0 ? unknownValue : value;
}

/**
 * Removes duplicate effects and sorts them by position; of effects that differ only in certainty, the most certain
 * stays.
 */
function distinctEffects(effects: readonly Effect[]): readonly Effect[] {
  const order = { certain: 0, possible: 1, unknown: 2 } as const;
  const results = new Map<string, Effect>();
  for (const effect of effects) {
    const key = JSON.stringify({ ...effect, certainty: "" });
    const before = results.get(key);
    if (before === undefined || order[effect.certainty] < order[before.certainty]) results.set(key, effect);
  }
  return [...results.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
