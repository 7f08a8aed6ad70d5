import { optionalPackages } from "../../optional-package.ts";

/** The packages that a chat runs on. */
export interface Packages {
  readonly agent: typeof import("@helve/agent");
  readonly agentspec: typeof import("@helve/agentspec");
  readonly enforcer: typeof import("@helve/enforcer");
  readonly inspector: typeof import("@helve/enforcer/node");
  readonly executor: typeof import("@helve/executor");
  readonly predicates: typeof import("@helve/predicates");
  readonly shell: typeof import("@helve/effects/shell");
  readonly python: typeof import("@helve/effects/python");
  readonly javascript: typeof import("@helve/effects/javascript");
  readonly php: typeof import("@helve/effects/php");
  readonly go: typeof import("@helve/effects/go");
  readonly powershell: typeof import("@helve/effects/powershell");
  readonly sql: typeof import("@helve/effects/sql");
}

/**
 * Imports them. Nothing of the engine in the bundle decides in a chat.
 *
 * @throws UsageError if some are not installed
 */
export function chatPackages(): Promise<Packages> {
  return optionalPackages<Packages>("helve chat", {
    agent: "@helve/agent",
    agentspec: "@helve/agentspec",
    enforcer: "@helve/enforcer",
    inspector: "@helve/enforcer/node",
    executor: "@helve/executor",
    predicates: "@helve/predicates",
    shell: "@helve/effects/shell",
    python: "@helve/effects/python",
    javascript: "@helve/effects/javascript",
    php: "@helve/effects/php",
    go: "@helve/effects/go",
    powershell: "@helve/effects/powershell",
    sql: "@helve/effects/sql",
  });
}
