import { bindArguments, spreadArguments } from "./arguments.ts";
import { argumentOrigins } from "./calls.ts";
import { evaluate } from "./expressions.ts";
import { endsSometime } from "./loop-ends.ts";
import type { Run } from "./run.ts";
import { scopeWithin } from "./scope.ts";
import { runBody } from "./statements.ts";
import {
  exactly,
  type FunctionValue,
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
  if (node.kind === "lambda") run.results.at(-1)?.push(evaluate(node.result, run));
  else runBody(node.body, run);
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

function evaluateIn(scope: Run["scope"], expression: Parameters<typeof evaluate>[0], run: Run): Value {
  const before = run.scope;
  run.scope = scope;
  const value = evaluate(expression, run);
  run.scope = before;
  return value;
}
