/** Reads calls of cloud and payment clients by the verb in the method's name: `deleteBucket` deletes. */

import type { RemoteEffect } from "../effects.ts";
import { isLoopbackUrl } from "../loopback.ts";
import { changeOf, revealsSecret, wordsOf } from "../service-verbs.ts";
import { argumentOrigins } from "./arguments.ts";
import type { Dialect } from "./dialect.ts";
import { type Call, emit, type Interpreter } from "./interpreter.ts";
import { objectField } from "./library-call.ts";
import { exactText, objectValue, type PassedArgument, type Value, withAddedOrigins } from "./value.ts";

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
  const result = objectValue(`${prefix}${service}`, argumentOrigins(passed, self?.from ?? []));
  const isOutput = self === null && /^[A-Z]/.test(name.slice(name.lastIndexOf(".") + 1));
  const change = isOutput || isDryRun(passed) || isOnThisMachine(self) ? undefined : changeOf(words);
  const place = { by: name, start: span.start, end: span.end };
  return emitServiceCall({ service, words, change, what: null, place, result }, interpreter);
}

/** Whether the client was made with an address on this machine: `boto3.client("s3", endpoint_url="http://localhost:4566")`. */
function isOnThisMachine(self: Value | null): boolean {
  const address = self === null ? undefined : exactText(objectField(self, "endpoint_url"));
  return address !== undefined && isLoopbackUrl(address);
}

/** A call of a function of a service. */
interface ServiceCall {
  readonly service: string;
  /** The words of the function's name. */
  readonly words: readonly string[];
  readonly change: RemoteEffect["change"] | undefined;
  readonly what: string | null;
  readonly place: { readonly by: string; readonly start: number; readonly end: number };
  readonly result: Value;
}

/** Emits what a call of a service changes or reveals. @returns its result, with the secret among its origins */
export function emitServiceCall(
  { service, words, change, what, place, result }: ServiceCall,
  interpreter: Interpreter,
): Value {
  const reveals = revealsSecret(words);
  // A new key gives rights, and is a secret.
  if (change !== undefined && (!reveals || change === "grant"))
    emit(interpreter, { ...place, kind: "remote", change, service, what });
  if (!reveals) return result;
  const secret = `a secret of ${service}`;
  emit(interpreter, { ...place, kind: "reveal", what: secret });
  return withAddedOrigins(result, [{ kind: "secret", what: secret }]);
}

/** Whether the arguments say that nothing changes: `DryRun=True`. */
function isDryRun(passed: readonly PassedArgument[]): boolean {
  return passed.some(
    ({ name, value }) =>
      /^(DryRun|dry_run)$/.test(name ?? "") &&
      value.alternatives.some((each) => each.kind === "text" || (each.kind === "constant" && each.constant === true)),
  );
}
