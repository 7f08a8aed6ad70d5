/** Creates a handler for each fix and enforcement that rules name, for hosts without the application's own handlers. */
import type { Program } from "@helve/core/program";
import type { EnforcementHandler, FixHandler } from "./handlers.ts";

/** Functions that create the handlers of fixes and enforcements by name. */
export interface HandlerFactories {
  readonly fix: (name: string) => FixHandler;
  readonly enforcement: (name: string) => EnforcementHandler;
}

/** Handlers by their names, as options of `Engine`. */
export interface NamedHandlers {
  readonly fixes: Readonly<Record<string, FixHandler>>;
  readonly enforcements: Readonly<Record<string, EnforcementHandler>>;
}

/**
 * Creates a handler for each fix and each enforcement of the application that rules name, for hosts without that application. By default
 * each fails when it is called: the action is then stopped.
 *
 * @example
 * new Engine(program, { predicates, ...namedHandlers(program) });
 */
export function namedHandlers(
  { rules }: Program,
  { fix, enforcement }: HandlerFactories = { fix: unavailable, enforcement: unavailable },
): NamedHandlers {
  const nodes = rules.flatMap(({ enforce }) => enforce);
  const fixes = nodes.flatMap((node) => (node.type === "user_inspection" ? node.fixes : []));
  const domain = nodes.flatMap((node) => (node.type === "domain" ? [node.name] : []));
  return {
    fixes: Object.fromEntries(fixes.map((name) => [name, fix(name)])),
    enforcements: Object.fromEntries(domain.map((name) => [name, enforcement(name)])),
  };
}

/** Creates a handler that fails: its application is not here. */
function unavailable(name: string): () => never {
  return () => {
    throw new Error(`${name} belongs to an application`);
  };
}
