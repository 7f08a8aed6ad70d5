/** `helve hook`: decides about an event of a coding agent. */
import { didYouMean } from "@helve/core/internal";
import { type HookClient, hookClients } from "@helve/hooks";
import { answerHook, type HookHost, type HookIo, type SessionMemories } from "@helve/hooks/node";
import { UsageError } from "../io.ts";
import { ownFolder } from "../own-folder.ts";
import { ownVersion } from "../own-version.ts";
import { policyFromText } from "../policy-source.ts";
import { presetText } from "../preset-text.ts";
import { parseCached } from "../program-cache.ts";
import { learnedCalls } from "../records/learned-calls.ts";
import { checkApproval } from "../records/signed-approval.ts";
import { trustedFolders } from "../records/trusted-folders.ts";

/** The options of `helve hook`. */
export interface HookOptions {
  readonly event?: string;
  readonly session?: string;
  /** Aborted when nobody waits for the answer. */
  readonly signal?: AbortSignal;
  /** The session data that the process keeps in memory. */
  readonly memories?: SessionMemories;
}

/** Runs `helve hook`: answers an event of a client. */
export function hook(client: HookClient, options: HookOptions, io: HookIo): Promise<number> {
  return answerHook(client, { ...options, io, host: hookHost() });
}

/** Describes this program for the hooks: its folder, parser and approvals. */
function hookHost(): HookHost {
  return {
    folder: ownFolder,
    version: ownVersion(),
    defaultRules: () => presetText("coding-agent"),
    parseRules: parseCached,
    parsePolicy: policyFromText,
    trustedFolders,
    checkApproval,
    learnedCalls,
  };
}

/**
 * The client that is the only argument of `helve hook`.
 *
 * @throws UsageError if there are others: the first may be a misspelled subcommand
 */
export function onlyClient([name = "", ...others]: readonly string[]): HookClient {
  if (others.length === 0) return clientNamed(name);
  const meant = didYouMean(name, ["install", "uninstall", "doctor"]);
  throw new UsageError(`helve hook takes a client only, or install, uninstall or doctor (got ${name})${meant}`);
}

/**
 * The client with a name.
 *
 * @throws UsageError if not found
 */
export function clientNamed(name: string): HookClient {
  const names = Object.keys(hookClients) as HookClient[];
  const client = names.find((one) => one === name);
  if (client !== undefined) return client;
  const [begun, ...others] = names.filter((one) => name !== "" && one.startsWith(name));
  const hint = begun !== undefined && others.length === 0 ? ` (did you mean "${begun}"?)` : didYouMean(name, names);
  throw new UsageError(`there is no client ${name}${hint || `: expected one of ${names.join(", ")}`}`);
}
