/** Imports the packages that `helve chat` needs. */
import { optionalPackages } from "../../optional-package.ts";

/** The modules of the installed packages that `helve chat` imports. */
export interface ChatPackages {
  readonly agent: typeof import("@helve/agent");
  readonly executor: typeof import("@helve/executor");
  readonly guard: typeof import("@helve/guard");
  readonly inspector: typeof import("@helve/guard/node");
}

/**
 * Imports the packages. In a chat, the engine of these packages decides, not the one in the bundle of `helve`.
 *
 * @param others - modules that the options need, so that one error names all that are missing
 * @throws UsageError if some are not installed
 */
export function chatPackages(others: readonly string[]): Promise<ChatPackages> {
  return optionalPackages<ChatPackages>("helve chat", {
    ...Object.fromEntries(others.map((name) => [name, name])),
    agent: "@helve/agent",
    executor: "@helve/executor",
    guard: "@helve/guard",
    inspector: "@helve/guard/node",
  });
}
