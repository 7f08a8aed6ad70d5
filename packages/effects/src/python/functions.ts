import { argumentOrigins, bindArguments, spreadArguments } from "./arguments.ts";
import { bindSelf, memberOf } from "./attributes.ts";
import type { Run } from "./interpreter.ts";
import { endsSometime } from "./loop-termination.ts";
import { scopeWithin } from "./scope.ts";
import type { Expression } from "./syntax/nodes.ts";
import {
  type ClassValue,
  exactly,
  type FunctionValue,
  type Instance,
  joinAll,
  listValue,
  nameHole,
  none,
  type PassedArgument,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

const deepestCall = 24;
/** How often a function may be within itself. */
const mostTurns = 2;

/**
 * Runs a function with its arguments; what it gives is all that it may return.
 *
 * @param others - what else `*args` and `**kwargs` may hold
 */
export function callFunction(
  called: FunctionValue,
  passed: readonly PassedArgument[],
  run: Run,
  others: Value | null = null,
): Value {
  const { node, scope, self } = called;
  const turns = run.stack.filter((each) => each === node).length;
  if (turns >= mostTurns || run.stack.length >= deepestCall || run.steps.left <= 0)
    return unknownFrom(argumentOrigins(passed, []));
  run.called.add(node);
  const before = { scope: run.scope, certainty: run.certainty, loop: run.loop };
  // Nothing keeps it from calling itself again and again.
  if (turns > 0 && run.certainty === "certain" && node.kind === "function" && !endsSometime(node.body))
    run.loop = { times: Number.POSITIVE_INFINITY };
  const inner = scopeWithin(scope);
  bindParameters(called, self === null ? passed : [{ name: null, value: self }, ...passed], others, inner.names, run);
  run.scope = inner;
  run.stack.push(node);
  run.results.push([]);
  if (node.kind === "lambda") run.results.at(-1)?.push(run.evaluate(node.result));
  else run.runBlock(node.body);
  const results = run.results.pop() ?? [];
  run.stack.pop();
  run.scope = before.scope;
  run.certainty = before.certainty;
  run.loop = before.loop;
  return results.length === 0 ? none : joinAll(results);
}

function bindParameters(
  { node, scope }: FunctionValue,
  passed: readonly PassedArgument[],
  others: Value | null,
  names: Map<string, Value>,
  run: Run,
): void {
  const { positional, named, spread } = spreadArguments(passed);
  const plain = node.parameters.filter(({ rest }) => rest === "");
  const bound = bindArguments(
    plain.map(({ name }) => name),
    passed,
  );
  for (const { name, fallback, rest } of node.parameters) {
    if (name === "") continue;
    if (rest === "*")
      names.set(
        name,
        listValue(positional.slice(node.parameters.findIndex((each) => each.rest === "*")), spread ?? others),
      );
    else if (rest === "**") {
      const left = [...named].filter(([each]) => !plain.some((parameter) => parameter.name === each));
      names.set(name, exactly({ kind: "dict", entries: new Map(left), more: spread ?? others }));
    } else {
      const value = bound.get(name);
      names.set(name, value ?? (fallback === null ? fixtureOf(name) : evaluateIn(scope, fallback, run)));
    }
  }
}

/** What pytest gives for a parameter that nothing else is passed for. */
function fixtureOf(name: string): Value {
  return name === "tmp_path" || name === "tmpdir" ? exactly({ kind: "path", text: `/tmp/${nameHole}` }) : unknownValue;
}

function evaluateIn(scope: Run["scope"], expression: Expression, run: Run): Value {
  const before = run.scope;
  run.scope = scope;
  const value = run.evaluate(expression);
  run.scope = before;
  return value;
}

/** Makes an object of a class of the program's own. */
export function instantiate(made: ClassValue, passed: readonly PassedArgument[], run: Run): Value {
  const instance: Instance = { kind: "instance", of: made, fields: new Map() };
  const value = exactly(instance);
  if (!run.instances.has(made.node)) run.instances.set(made.node, instance);
  const initialize = memberOf(made, "__init__") ?? memberOf(made, "__new__");
  const [known] = initialize?.known ?? [];
  if (known?.kind === "function") callFunction({ ...known, self: value }, passed, run);
  else {
    for (const [name, field] of bindArguments(fieldsOf(made), passed)) instance.fields.set(name, field);
    const finish = memberOf(made, "__post_init__");
    if (finish !== undefined) run.call(bindSelf(finish, value), [], made.node);
  }
  return { ...value, from: argumentOrigins(passed, []) };
}

/** The names of what a data class takes; those of the classes that it is made from come first. */
function fieldsOf({ node, bases }: ClassValue, depth: number = 8): readonly string[] {
  const before = bases.flatMap(({ known }) =>
    known.flatMap((base) => (base.kind === "class" && depth > 0 ? fieldsOf(base, depth - 1) : [])),
  );
  return [...new Set([...before, ...node.fields])];
}
