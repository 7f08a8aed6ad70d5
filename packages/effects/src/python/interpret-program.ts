import type { Certainty, Effect, Effects, Origin } from "../effects.ts";
import { deepestNesting, type EffectContext, type Nesting, outermostNesting } from "../languages.ts";
import type { WriteMeaning } from "../persistent-paths.ts";
import { isClassMethod } from "./attributes.ts";
import { onWay } from "./branches.ts";
import { builtins } from "./builtins.ts";
import { callValue } from "./calls.ts";
import { evaluate } from "./expressions.ts";
import { callFunction, instantiate } from "./functions.ts";
import { type BlockExit, type Builtin, type Changed, emitAnything, type Loop, type Run } from "./interpreter.ts";
import { scopeWithin } from "./scope.ts";
import { runStatements } from "./statements.ts";
import type { Expression, Parameter, Span, Statement } from "./syntax/nodes.ts";
import { readProgram } from "./syntax/read-program.ts";
import {
  type ClassValue,
  exactly,
  type FunctionValue,
  type Instance,
  type PassedArgument,
  type Scope,
  unknownValue,
  type Value,
} from "./value.ts";

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
  const run: Run = new ProgramInterpreter(context, nesting);
  if (problem !== null) emitAnything(run, "python", `the program ${problem}`, whole);
  run.runBlock(statements);
  runUncalled(run);
  if (run.steps.left <= 0) emitAnything(run, "python", "the program does too much to be followed", whole);
  return { effects: unique(run.effects) };
}

/** The state of one interpretation, and the entry points through which its parts call each other. */
class ProgramInterpreter implements Run {
  readonly options: EffectContext;
  readonly nesting: Nesting;
  readonly builtins: ReadonlyMap<string, Builtin> = builtins;
  readonly steps: { left: number };
  readonly module: Scope = scopeWithin(null);
  readonly written: Map<string, readonly Origin[]>;
  readonly meanings: Map<string, readonly WriteMeaning[]> = new Map();
  readonly functions: FunctionValue[] = [];
  readonly called: Set<FunctionValue["node"]> = new Set();
  readonly classes: ClassValue[] = [];
  readonly instances: Map<ClassValue["node"], Instance> = new Map();
  readonly stack: FunctionValue["node"][] = [];
  readonly results: Value[][] = [];
  readonly effects: Effect[] = [];
  scope: Scope = this.module;
  depth: number;
  certainty: Certainty = "certain";
  directory: string | null = "";
  input: readonly Origin[];
  changed: Changed | null = null;
  loop: Loop = { times: 1 };

  constructor(options: EffectContext, nesting: Nesting) {
    this.options = options;
    this.nesting = nesting;
    this.steps = nesting.work;
    this.depth = nesting.depth;
    this.input = options.standardInput?.from ?? [];
    this.written = new Map([...(options.files ?? [])].map(([path, { from }]) => [path, from]));
  }

  evaluate(expression: Expression): Value {
    return evaluate(expression, this);
  }

  runBlock(statements: readonly Statement[]): BlockExit {
    return runStatements(statements, this);
  }

  call(callee: Value, passed: readonly PassedArgument[], span: Span): Value {
    return callValue(callee, passed, span, this);
  }
}

/** A function that was only defined may be called by whoever has the program. */
function runUncalled(run: Run): void {
  run.scope = run.module;
  run.loop = { times: 1 };
  run.certainty = "possible";
  const { directory, input } = run;
  // Those that others than the program call come first: they may call the rest with what it needs.
  for (const turn of [0, 1, 2]) {
    for (let at = 0; at < run.functions.length && run.steps.left > 0; at++) {
      const waiting = run.functions[at];
      if (waiting === undefined || run.called.has(waiting.node) || turnOf(waiting) !== turn) continue;
      run.directory = directory;
      run.input = input;
      callWaiting(waiting, run);
    }
  }
}

/** When a function is called: at first one that needs no arguments, then one that a framework gives what it needs. */
function turnOf({ node }: FunctionValue): 0 | 1 | 2 {
  const needing = ({ name, fallback, rest }: Parameter): boolean =>
    rest === "" && fallback === null && !/^(self|cls|)$/.test(name);
  if (!node.parameters.some(needing)) return 0;
  return node.kind === "function" && (node.decorators.length > 0 || /^test/.test(node.name)) ? 1 : 2;
}

function callWaiting(waiting: FunctionValue, run: Run): void {
  const self = selfOf(waiting, run);
  if (run.called.has(waiting.node)) return;
  const result = onWay(run, () => callFunction({ ...waiting, self }, [], run, unknownValue));
  if (waiting.node.kind === "function" && /^__reduce(_ex)?__$/.test(waiting.node.name))
    callReduced(result, waiting.node, run);
}

/** What an object says that is to be called when it is made out of data again: `(function, arguments)`. */
function callReduced(result: Value, span: Span, run: Run): void {
  for (const known of result.known) {
    const [callee, passed] = known.kind === "list" ? known.items : [];
    if (callee !== undefined) run.call(callee, passed === undefined ? [] : [{ name: "*", value: passed }], span);
  }
}

/** The object of whose class a function is a method; `null` when it is none. */
function selfOf(called: FunctionValue, run: Run): Value | null {
  const owner = run.classes.find((each) =>
    [...each.members.names.values()].some(({ known }) =>
      known.some((member) => member.kind === "function" && member.node === called.node),
    ),
  );
  if (owner === undefined) return called.self;
  if (isClassMethod(called)) return exactly(owner);
  const made = run.instances.get(owner.node);
  return made === undefined ? instanceOf(owner, run) : exactly(made);
}

function instanceOf(owner: ClassValue, run: Run): Value {
  const value = instantiate(owner, [], run);
  return value.known.length === 0 ? unknownValue : value;
}

/** Each effect once, in the order of the text; the surest of those that differ in nothing else. */
function unique(effects: readonly Effect[]): readonly Effect[] {
  const order = { certain: 0, possible: 1, unknown: 2 } as const;
  const found = new Map<string, Effect>();
  for (const effect of effects) {
    const key = JSON.stringify({ ...effect, certainty: "" });
    const before = found.get(key);
    if (before === undefined || order[effect.certainty] < order[before.certainty]) found.set(key, effect);
  }
  return [...found.values()].sort((a, b) => a.start - b.start || a.end - b.end);
}
