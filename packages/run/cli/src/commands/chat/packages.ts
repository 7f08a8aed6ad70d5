import { optionalPackages } from "../../optional-package.ts";

/** The packages that a chat runs on. */
export interface Packages {
  readonly agent: typeof import("@helve/agent");
  readonly executor: typeof import("@helve/executor");
  readonly guard: typeof import("@helve/guard");
  readonly inspector: typeof import("@helve/guard/node");
}

/**
 * Imports them. Nothing of the engine in the bundle decides in a chat.
 *
 * @param others - modules that the options need, so that one error names all that are missing
 * @throws UsageError if some are not installed
 */
export function chatPackages(others: readonly string[]): Promise<Packages> {
  return optionalPackages<Packages>("helve chat", {
    ...Object.fromEntries(others.map((name) => [name, name])),
    agent: "@helve/agent",
    executor: "@helve/executor",
    guard: "@helve/guard",
    inspector: "@helve/guard/node",
  });
}
