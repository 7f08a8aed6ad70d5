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
 * @throws UsageError if some are not installed
 */
export function chatPackages(): Promise<Packages> {
  return optionalPackages<Packages>("helve chat", {
    agent: "@helve/agent",
    executor: "@helve/executor",
    guard: "@helve/guard",
    inspector: "@helve/guard/node",
  });
}
