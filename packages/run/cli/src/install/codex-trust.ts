/** Trusts Helve's hooks in Codex, which skips hooks that are not trusted. */
import { realpathSync } from "node:fs";
import { errorJson } from "@helve/core";
import { isHookCommand } from "@helve/hooks/node";
import type { Io } from "../io.ts";
import { type AppServerCall, withAppServer } from "./app-server.ts";

/** A hook as Codex sees it. */
export interface CodexHook {
  readonly key: string;
  readonly eventName: string;
  readonly command: string;
  readonly hash: string;
  /** `trusted` and `managed` hooks run; others are skipped silently. */
  readonly trust: string;
}

/**
 * Trusts Helve's hooks in Codex, which skips a hook silently before it is trusted. Codex computes the hashes itself, and its answer
 * afterwards is what counts.
 *
 * @param path - the settings with the hooks
 */
export async function trustInCodex(path: string, io: Io): Promise<void> {
  try {
    await withAppServer(io.environment, io.cwd, async (call) => {
      const untrusted = (await listHooks(call, path, io.cwd)).filter((hook) => !runs(hook));
      if (untrusted.length > 0) {
        const value = Object.fromEntries(untrusted.map(({ key, hash }) => [key, { trusted_hash: hash }]));
        await call("config/batchWrite", { edits: [{ keyPath: "hooks.state", value, mergeStrategy: "upsert" }] });
      }
    });
    // A new process reads what was written.
    const hooks = await codexHooks(path, io);
    const skipped = hooks.filter((hook) => !runs(hook)).map(({ eventName }) => eventName);
    if (hooks.length > 0 && skipped.length === 0) io.out("Codex trusts the hooks\n");
    else throw new Error(hooks.length === 0 ? "Codex does not see the hooks" : `it skips ${skipped.join(", ")}`);
  } catch (error) {
    const cause = errorJson(error).message;
    io.err(`Codex does not run the hooks yet (${cause}). Trust them in Codex with the command /hooks.\n`);
  }
}

/** Lists Helve's hooks that Codex finds in a file. */
export function codexHooks(path: string, io: Io): Promise<readonly CodexHook[]> {
  return withAppServer(io.environment, io.cwd, (call) => listHooks(call, path, io.cwd));
}

/** Whether Codex runs a hook. */
export function runs({ trust }: CodexHook): boolean {
  return trust === "trusted" || trust === "managed";
}

/** Asks Codex for the hooks that it finds in a file. */
async function listHooks(call: AppServerCall, path: string, cwd: string): Promise<readonly CodexHook[]> {
  const { data = [] } = (await call("hooks/list", { cwds: [cwd] })) as {
    readonly data?: readonly { readonly hooks?: readonly Readonly<Record<string, unknown>>[] }[];
  };
  const file = realpathSync(path);
  return data
    .flatMap(({ hooks = [] }) => hooks)
    .filter(({ sourcePath, command }) => isSameFile(sourcePath, file) && isHookCommand(String(command), "codex"))
    .map(({ key, eventName, command, currentHash, trustStatus, enabled }) => ({
      key: String(key),
      eventName: String(eventName),
      command: String(command),
      hash: String(currentHash),
      trust: enabled === false ? "disabled" : String(trustStatus),
    }));
}

function isSameFile(path: unknown, file: string): boolean {
  try {
    return realpathSync(String(path)) === file;
  } catch {
    return false;
  }
}
