import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson, HelveError } from "@helve/core";
import type { PinStore } from "../gateway.ts";
import { pinFile } from "./pin-file.ts";
import type { ServerConfig } from "./servers-file.ts";

/**
 * Pins in the state folder of a user. They belong to a server's name together with its program and arguments, or its URL: another program
 * under the same name is another server.
 */
export function userPins(state: string, servers: Readonly<Record<string, ServerConfig>>): PinStore {
  const pins = pinFile(join(state, "mcp", "pins.json"));
  const keyOf = (name: string): string => {
    const config = servers[name];
    const identity =
      config === undefined ? {} : "command" in config ? { ...config, env: undefined } : { url: config.url };
    return `${name} ${createHash("sha256").update(canonicalJson(identity)).digest("hex").slice(0, 16)}`;
  };
  return { load: (name) => pins.load(keyOf(name)), save: (name, saved) => pins.save(keyOf(name), saved) };
}

/**
 * The audit log of this process in the state folder: only one process may write to a log. Logs that were not changed for 30 days are deleted.
 */
export function ownAuditLog(state: string, now: number = Date.now()): string {
  const folder = join(state, "mcp", "audit");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > keptFor) rmSync(path, { force: true });
  }
  return join(folder, `${new Date(now).toISOString().replaceAll(":", "-")}-${process.pid}.jsonl`);
}

/** In milliseconds. */
const keptFor = 30 * 86_400_000;

/**
 * Takes a file for this process, by a file `PATH.lock` with its id. That of a process that has ended does not count.
 *
 * @returns the function that releases it
 * @throws FileInUseError if another process has it
 */
export function lockFile(path: string): () => void {
  const lock = `${path}.lock`;
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx", mode: 0o600 });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      const owner = Number(readFileSync(lock, "utf8"));
      if (attempt === 3 || isRunning(owner)) throw new FileInUseError(`${path} is in use by the process ${owner}`);
      rmSync(lock, { force: true });
    }
  }
}

/** A file is in use by another process. */
export class FileInUseError extends HelveError {
  override readonly code = "file_in_use";
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
