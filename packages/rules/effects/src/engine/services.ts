// Clients of services on other machines: clouds, clusters, forges, payments. Their methods are read by the verbs in their names.
import { changeOf, revealsSecret, wordsOf } from "../service-verbs.ts";
import { argumentOrigins } from "./arguments.ts";
import type { Dialect } from "./dialect.ts";
import { type Call, emit } from "./interpreter.ts";
import { objectValue, type PassedArgument, type Value, withAddedOrigins } from "./value.ts";

const prefix = "client of ";

/** The service of a library by the dotted name of one of its functions; `undefined` for other libraries. */
export function serviceOfFunction(name: string, { services }: Dialect): string | undefined {
  let end = name.indexOf(".");
  const first = services.get(end === -1 ? name : name.slice(0, end));
  if (first !== undefined || end === -1) return first;
  end = name.indexOf(".", end + 1);
  return services.get(end === -1 ? name : name.slice(0, end));
}

/** The service of a library object by its type; `undefined` for other objects. */
export function serviceOfType(type: string, dialect: Dialect): string | undefined {
  return type.startsWith(prefix) ? type.slice(prefix.length) : serviceOfFunction(type, dialect);
}

/** Types whose items are read as the object itself: pages of a service, the heads of a repository, the collections of a database. */
const collections: ReadonlySet<string> = new Set(["git.Repo", "docker", "documents", "keys"]);

/** Whether the items of an object of a type are read as the object itself. */
export function isPartOfItself(type: string): boolean {
  return type.startsWith(prefix) || collections.has(type);
}

/**
 * Emits what a function or method of a service does, by the verb in its name: `delete_bucket`, `setIamPolicy`. Its result
 * belongs to the service, too: a page of a list, an item with methods.
 */
export function callService(service: string, { name, self, passed, span, interpreter }: Call): Value {
  const words = wordsOf(name.slice(name.lastIndexOf(".") + 1));
  const base = { by: name, certainty: interpreter.certainty, start: span.start, end: span.end };
  const result = objectValue(`${prefix}${service}`, argumentOrigins(passed, self?.from ?? []));
  const reveals = revealsSecret(words);
  const change = changeOf(words);
  const isOutput = self === null && /^[A-Z]/.test(name.slice(name.lastIndexOf(".") + 1));
  // A new key gives rights, and is a secret.
  if (change !== undefined && (!reveals || change === "grant") && !isOutput && !isDryRun(passed))
    emit(interpreter, { ...base, kind: "remote", change, service, what: null });
  if (!reveals) return result;
  const what = `a secret of ${service}`;
  emit(interpreter, { ...base, kind: "reveal", what });
  return withAddedOrigins(result, [{ kind: "secret", what }]);
}

/** Whether the arguments say that nothing changes: `DryRun=True`. */
function isDryRun(passed: readonly PassedArgument[]): boolean {
  return passed.some(
    ({ name, value }) =>
      /^(DryRun|dry_run)$/.test(name ?? "") &&
      value.alternatives.some((each) => each.kind === "text" || (each.kind === "constant" && each.constant === true)),
  );
}
