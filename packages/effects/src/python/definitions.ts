import { callValue } from "./calls.ts";
import { entryOf } from "./catalogue/index.ts";
import { evaluate } from "./expressions.ts";
import type { Run } from "./run.ts";
import { scopeWithin, setName } from "./scope.ts";
import { runStatements } from "./statements.ts";
import type { ClassStatement, FunctionStatement } from "./syntax/nodes.ts";
import { exactly, type Value } from "./value.ts";

/** `def`: what it does runs when it is called; its decorators and the values of its parameters, at once. */
export function defineFunction(statement: FunctionStatement, run: Run): void {
  for (const { fallback } of statement.parameters) if (fallback !== null) evaluate(fallback, run);
  const scope = run.scope.isClass && run.scope.parent !== null ? run.scope.parent : run.scope;
  const value = { kind: "function" as const, node: statement, scope, self: null };
  run.functions.push(value);
  setName(run.scope, statement.name, decorated(exactly(value), statement, run));
}

/** `class`: its body runs at once, in names of its own. */
export function defineClass(statement: ClassStatement, run: Run): void {
  const bases = statement.bases.map(({ value }) => evaluate(value, run));
  const members = scopeWithin(run.scope, true);
  const outer = run.scope;
  run.scope = members;
  runStatements(statement.body, run);
  run.scope = outer;
  const value = { kind: "class" as const, node: statement, members, bases };
  run.classes.push(value);
  setName(run.scope, statement.name, decorated(exactly(value), statement, run));
}

/** Decorators of the program's own, and most of libraries, give back what they are put on; `exec` does not. */
function decorated(value: Value, { decorators, start, end }: ClassStatement | FunctionStatement, run: Run): Value {
  let result = value;
  for (const decorator of decorators.toReversed()) {
    const called = evaluate(decorator, run);
    const acts = called.known.some(
      (known) => known.kind === "hidden" || (known.kind === "library" && entryOf(known.name) !== undefined),
    );
    if (acts) result = callValue(called, [{ name: null, value: result }], { start, end }, run);
  }
  return result.known.length === 0 && result.from.length === 0 ? value : result;
}
