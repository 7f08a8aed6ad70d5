import { libraryAttribute } from "./attributes.ts";
import { entryOf } from "./catalogue.ts";
import type { Run } from "./interpreter.ts";
import { emit } from "./interpreter.ts";
import { canonicalName } from "./library-names.ts";
import { scopeWithin, setName } from "./scope.ts";
import type { ClassStatement, FunctionStatement, Statement } from "./syntax/nodes.ts";
import { exactly, type Value } from "./value.ts";

/** `def`: what it does runs when it is called; its decorators and the values of its parameters, at once. */
export function defineFunction(statement: FunctionStatement, run: Run): void {
  for (const { fallback } of statement.parameters) if (fallback !== null) run.evaluate(fallback);
  const scope = run.scope.isClass && run.scope.parent !== null ? run.scope.parent : run.scope;
  const value = { kind: "function" as const, node: statement, scope, self: null };
  run.functions.push(value);
  setName(run.scope, statement.name, decorated(exactly(value), statement, run));
}

/** `class`: its body runs at once, in names of its own. */
export function defineClass(statement: ClassStatement, run: Run): void {
  const bases = statement.bases.map(({ value }) => run.evaluate(value));
  const members = scopeWithin(run.scope, true);
  const outer = run.scope;
  run.scope = members;
  run.runBlock(statement.body);
  run.scope = outer;
  const value = { kind: "class" as const, node: statement, members, bases };
  run.classes.push(value);
  setName(run.scope, statement.name, decorated(exactly(value), statement, run));
}

/** Decorators of the program's own, and most of libraries, give back what they are put on; `exec` does not. */
function decorated(value: Value, { decorators, start, end }: ClassStatement | FunctionStatement, run: Run): Value {
  let result = value;
  for (const decorator of decorators.toReversed()) {
    const called = run.evaluate(decorator);
    const acts = called.known.some(
      (known) => known.kind === "hidden" || (known.kind === "library" && entryOf(known.name) !== undefined),
    );
    if (acts) result = run.call(called, [{ name: null, value: result }], { start, end });
  }
  return result.known.length === 0 && result.from.length === 0 ? value : result;
}

/** `import …` and `from … import …`. */
export function importNames(statement: Statement & { kind: "import" }, run: Run): void {
  for (const { module, member, as } of statement.names) {
    runWritten(module, statement, run);
    if (member === "*") run.scope.wildcards.push(module);
    else if (member === null) setName(run.scope, as, exactly({ kind: "library", name: canonicalName(module) }));
    else setName(run.scope, as, libraryAttribute(canonicalName(module), member, run));
  }
}

/** A module that the program wrote before runs when it is imported. */
function runWritten(module: string, { start, end }: Statement, run: Run): void {
  const from = run.written.get(`${module.replaceAll(".", "/")}.py`)?.filter(({ kind }) => kind !== "literal") ?? [];
  if (from.length > 0) emit(run, { kind: "execute", program: null, from, by: "import", start, end });
}
