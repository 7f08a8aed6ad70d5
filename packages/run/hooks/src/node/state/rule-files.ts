/** Reads the rules and policies of the user and of the project, which guard a session. */
import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
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
  return { path, rules, policy, hash };
}

/** The folder of the user, whether it exists or not. */
export function userRuleFolder(home: string): string {
  return join(home, ".config", "helve");
}

/** Reads a file, unless it is a device or another file that never ends. */
function readIfPresent(path: string): string | undefined {
  let file: number;
  try {
    // Opening a pipe waits for its writer otherwise.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error(`${path} is not a file`);
    if (found.size > maxSize) throw new Error(`${path} is too large (${found.size} bytes, at most ${maxSize})`);
    const bytes = Buffer.alloc(found.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    return bytes.toString("utf8", 0, length);
  } finally {
    closeSync(file);
  }
}

/** In bytes. */
const maxSize = 5_000_000;
