import { libraryAttribute } from "./attributes.ts";
import { canonicalName } from "./names.ts";
import { emit, type Run } from "./run.ts";
import { setName } from "./scope.ts";
import type { Statement } from "./syntax/nodes.ts";
import { exactly } from "./value.ts";

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
