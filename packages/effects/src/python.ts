import type { Effect, Effects } from "./effects.ts";
import { deepestNesting, type EffectContext, type EffectReader, outermostNesting } from "./languages.ts";
import { isClassMethod } from "./python/attributes.ts";
import { callValue } from "./python/calls.ts";
import { callFunction } from "./python/functions.ts";
import { instantiate } from "./python/instances.ts";
import { emitAnything, type Run } from "./python/run.ts";
import { scopeWithin } from "./python/scope.ts";
import { runStatements } from "./python/statements.ts";
import type { Parameter, Span } from "./python/syntax/nodes.ts";
import { parsePython } from "./python/syntax/parse.ts";
import { type ClassValue, exactly, type FunctionValue, unknownValue, type Value } from "./python/value.ts";
import { onWay } from "./python/ways.ts";

/**
 * Reads what a Python program would do, without running it: through imports and aliases, variables, functions, classes,
 * `getattr` and `eval` of what is known, commands of `subprocess`.
 *
 * It follows every branch that the program could take, and functions that nothing calls. A call of a library that is not
 * in its catalogue counts as harmless; where the function that is called is decided by an unknown value, there is an
 * effect of kind `anything`. Never throws.
 *
 * @example
 * python.read("from os import remove as r\nr('a.txt')").effects[0]?.by; // "os.remove"
 * python.read(program, { languages: { shell, python } }); // reads `os.system("…")`, too
 */
export const python: EffectReader = { name: "python", read: readPython };

function readPython(program: string, context: EffectContext = {}): Effects {
  const { standardInput, files = [], nesting = outermostNesting() } = context;
  const whole = { start: 0, end: program.length };
  const tooDeep = nesting.depth > deepestNesting;
  const { statements, problem } = tooDeep
    ? { statements: [], problem: "is nested too deeply" }
    : parsePython(program, ({ start, end }) => ({ start, end }));
  nesting.work.left -= program.length / 40;
  const module = scopeWithin(null);
  const run: Run = {
    options: { ...context, languages: { python, ...context.languages } },
    nesting,
    depth: nesting.depth,
    steps: nesting.work,
    certainty: "certain",
    scope: module,
    module,
    directory: "",
    input: standardInput?.from ?? [],
    written: new Map([...files].map(([path, { from }]) => [path, from])),
    meanings: new Map(),
    changed: null,
    loop: { times: 1 },
    functions: [],
    called: new Set(),
    classes: [],
    instances: new Map(),
    stack: [],
    results: [],
    effects: [],
  };
  if (problem !== null) emitAnything(run, "python", `the program ${problem}`, whole);
  runStatements(statements, run);
  runUncalled(run);
  if (run.steps.left <= 0) emitAnything(run, "python", "the program does too much to be followed", whole);
  return { effects: unique(run.effects) };
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
    if (callee !== undefined) callValue(callee, passed === undefined ? [] : [{ name: "*", value: passed }], span, run);
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
