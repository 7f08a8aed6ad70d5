// The files by which a session is guarded: those of the user and those of the project, each read once.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A folder with rules, a policy, or both, as it was at one moment. */
export interface RuleFolder {
  readonly path: string;
  /** The text of `rules.agentspec`; absent if there is no such file. */
  readonly rules?: string;
  /** The text of `policy.json`; absent if there is no such file. */
  readonly policy?: string;
  /** The hash of both texts. A folder without either has a hash too. */
  readonly hash: string;
}

/** Reads the rules and the policy of a folder. */
export function readRuleFolder(path: string): RuleFolder {
  const rules = readIfPresent(join(path, "rules.agentspec"));
  const policy = readIfPresent(join(path, "policy.json"));
  const hash = createHash("sha256")
    .update(JSON.stringify([rules ?? null, policy ?? null]))
    .digest("hex");
  return { path, ...(rules !== undefined && { rules }), ...(policy !== undefined && { policy }), hash };
}

/** The folder of the user, whether it exists or not. */
export function userRuleFolder(home: string): string {
  return join(home, ".config", "helve");
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
