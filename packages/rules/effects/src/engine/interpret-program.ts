/** Interprets a whole program: emits its effects without running it. */
import type { Certainty, Effect } from "../effects.ts";
import { deepestNesting, type EffectContext, type Effects, type Nesting, outermostNesting } from "../languages.ts";
import type { LayeredMap } from "../layered-map.ts";
import type { WriteConsequence } from "../persistent-files.ts";
import { isClassMethod } from "./attributes.ts";
import { callValue } from "./calls.ts";
import type { Dialect } from "./dialect.ts";
import { evaluateExpression } from "./expressions.ts";
import { callFunction, instantiateClass } from "./functions.ts";
import { emitUnknown, type Frame, type Interpreter, type LaterCall, type Loop } from "./interpreter.ts";
import type { Expression, Parameter, Span, Statement } from "./ir.ts";
import { createWorld } from "./machine.ts";
import {
  type Attempt,
  asPossible,
  changeWorld,
  meet,
  newRegion,
  type Past,
  type Region,
  runAside,
  runInPast,
  runRepeatedly,
} from "./paths.ts";
import { createScope } from "./scope.ts";
import type { World } from "./state.ts";
import { stateAfter } from "./state-after.ts";
import { runStatements } from "./statements.ts";
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

/**
 * Interprets a program abstractly: follows every path with the values that are known, and returns the effects of all that the program
 * could do. Functions that the program itself never calls are interpreted at the end.
 */
export function interpretProgram(dialect: Dialect, program: string, context: EffectContext): Effects {
  const { nesting = outermostNesting() } = context;
  const whole = { start: 0, end: program.length };
  const tooDeep = nesting.depth > deepestNesting;
  const { statements, problem } = tooDeep
    ? { statements: [], problem: "is nested too deeply" }
    : dialect.lower(program, ({ start, end }) => ({ start, end }));
  nesting.work.left -= program.length / 40;
  const interpreter: Interpreter = new ProgramInterpreter(dialect, program, context, nesting);
  dialect.session?.bind(interpreter);
  // A program in an interactive session may have lines for its shell.
  const isRead = problem === null || (!tooDeep && nesting.depth > 0 && isHarmless(interpreter, problem));
  if (!isRead) emitUnknown(interpreter, dialect.name, `the program ${problem}`, whole);
  const end = runAside(interpreter, (region) => {
    Object.assign(interpreter.frames[0] ?? {}, { region });
    return interpreter.runBlock(statements);
  });
  meet(interpreter, [end, ...(interpreter.frames[0]?.ends ?? [])]);
  runLaterCalls(interpreter, whole);
  const after = stateAfter(interpreter);
  runUncalledFunctions(interpreter, whole);
  const isCut = interpreter.gaps.length > 0 || interpreter.steps.left <= 0;
  if (isCut && (problem !== null || !isHarmless(interpreter, problem))) {
    for (const { reason, span } of interpreter.gaps) emitUnknown(interpreter, "", reason, span);
    if (interpreter.steps.left <= 0)
      emitUnknown(interpreter, dialect.name, "the program does too much to be analyzed", whole);
  }
  const effects = [...interpreter.effects.values()].sort((a, b) => a.start - b.start || a.end - b.end);
  return { effects, after };
}

/** Whether a program can't have effects, by the words of its text and without what a session has kept. */
function isHarmless(interpreter: Interpreter, problem: string | null): boolean {
  const { dialect, program } = interpreter;
  const isParsed = problem === null;
  return dialect.session?.hasNames(interpreter) !== true && dialect.isSelfContained?.(program, isParsed) === true;
}

/** The state of one interpretation, with the entry points through which the interpreter's parts call each other. */
class ProgramInterpreter implements Interpreter {
  readonly dialect: Dialect;
  readonly context: EffectContext;
  readonly nesting: Nesting;
  readonly program: string;
  readonly steps: { left: number };
  readonly moduleScope: Scope = createScope(null);
  readonly world: World;
  readonly keptValues: Map<string, Value> = new Map();
  readonly definitionTexts: Map<FunctionValue["node"] | ClassValue["node"], string> = new Map();
  readonly writeConsequences: Map<string, readonly WriteConsequence[]> = new Map();
  readonly functions: FunctionValue[] = [];
  readonly interpretedFunctions: Set<FunctionValue["node"]> = new Set();
  readonly classes: ClassValue[] = [];
  readonly instances: Map<ClassValue["node"], InstanceValue> = new Map();
  readonly attempts: Attempt[] = [];
  past: Past | null = null;
  readonly later: LaterCall[] = [];
  readonly gaps: { readonly reason: string; readonly span: Span }[] = [];
  readonly effects: Map<string, Effect> = new Map();
  region: Region = newRegion(null);
  changes: number = 0;
  isRepeating: boolean = false;
  readonly frames: Frame[];
  statement: Span = { start: 0, end: 0 };
  scope: Scope = this.moduleScope;
  depth: number;
  certainty: Certainty = "certain";
  isUncalled: boolean = false;
  absent: ReadonlySet<string> = new Set();
  exit: Span | null = null;
  loop: Loop = { repetitions: 1 };
  output: Interpreter["output"] = null;

  constructor(dialect: Dialect, program: string, context: EffectContext, nesting: Nesting) {
    this.dialect = dialect;
    this.program = program;
    this.context = context;
    this.nesting = nesting;
    this.steps = nesting.work;
    this.depth = nesting.depth;
    this.world = createWorld(context);
    this.frames = [
      {
        node: null,
        scope: this.scope,
        arguments: new Map(),
        region: this.region,
        ends: [],
        yields: [],
        waits: false,
        results: [],
        loops: [],
        deferred: [],
      },
    ];
  }

  get directory(): string | null {
    return this.world.directory;
  }

  get input(): World["input"] {
    return this.world.input;
  }

  get writtenFiles(): World["files"] {
    return this.world.files;
  }

  get links(): LayeredMap<string | null> {
    return this.world.links;
  }

  get settings(): LayeredMap<string | null> {
    return this.world.settings;
  }

  evaluate(expression: Expression): Value {
    return evaluateExpression(expression, this);
  }

  runBlock(statements: readonly Statement[]): boolean {
    return runStatements(statements, this);
  }

  call(callee: Value, passed: readonly PassedArgument[], span: Span): Value {
    return callValue(callee, passed, span, this);
  }
}

/**
 * Runs the deferred calls, in any order and any number of times: until they change nothing for each other. They run after the program,
 * and also in each state that it has had since they were set.
 */
function runLaterCalls(interpreter: Interpreter, whole: Span): void {
  const { later } = interpreter;
  if (later.length === 0) return;
  const runAll = (): void => {
    for (const { run } of later) run();
  };
  const runEach = (): void => {
    if (later.length < 2) runAll();
    else
      runRepeatedly(interpreter, whole, () => {
        runAll();
        return true;
      });
  };
  // Calls that these calls start are repeated with them.
  interpreter.isRepeating = true;
  runEach();
  runInPast(interpreter, runEach);
  interpreter.isRepeating = false;
}

/**
 * Calls each function that the program defines but never calls: other code may call it, in any order and any number of times. Its effects
 * are `possible`.
 */
function runUncalledFunctions(interpreter: Interpreter, whole: Span): void {
  interpreter.scope = interpreter.moduleScope;
  interpreter.loop = { repetitions: 1 };
  interpreter.certainty = "possible";
  const { directory, input } = interpreter;
  const uncalled = new Set<FunctionValue>();
  const run = (called: FunctionValue): void => {
    changeWorld(interpreter, { directory, input });
    callUncalledFunction(called, interpreter);
  };
  // The objects exist before their methods run, so that these share them.
  for (const called of [...interpreter.functions])
    if (!interpreter.interpretedFunctions.has(called.node)) selfArgument(called, interpreter);
  runRepeatedly(interpreter, whole, () => {
    for (const called of uncalled) run(called);
    // Functions that other code calls directly come first: they may call the remaining ones with known arguments.
    for (const order of [0, 1, 2]) {
      for (let at = 0; at < interpreter.functions.length && interpreter.steps.left > 0; at++) {
        const called = interpreter.functions[at];
        if (called === undefined || interpreter.interpretedFunctions.has(called.node) || callOrder(called) !== order)
          continue;
        uncalled.add(called);
        run(called);
      }
    }
    return uncalled.size > 1 && interpreter.steps.left > 0;
  });
}

/** Returns when an uncalled function is called: 0 without required arguments, 1 for tests and decorated functions, 2 otherwise. */
function callOrder({ node }: FunctionValue): 0 | 1 | 2 {
  const needsArgument = ({ name, defaultValue, rest }: Parameter): boolean =>
    rest === "" && defaultValue === null && !/^(self|cls|)$/.test(name);
  if (!node.parameters.some(needsArgument)) return 0;
  return node.kind === "function" && (node.decorators.length > 0 || /^test/.test(node.name)) ? 1 : 2;
}

/** Evaluates a function that the program never calls, because code elsewhere may call it. */
function callUncalledFunction(uncalled: FunctionValue, interpreter: Interpreter): void {
  const self = selfArgument(uncalled, interpreter);
  interpreter.isUncalled = callOrder(uncalled) === 2 && self === null && uncalled.node.kind === "function";
  const result = asPossible(interpreter, () => callFunction({ ...uncalled, self }, [], interpreter, unknownValue));
  interpreter.isUncalled = false;
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

/** Returns an instance of a class, made without arguments. */
function newInstance(owner: ClassValue, interpreter: Interpreter): Value {
  const value = instantiateClass(owner, [], interpreter);
  return value.alternatives.length === 0 ? unknownValue : value;
}
