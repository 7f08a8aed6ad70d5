/** The files of gateways in the user's state folder: sessions, accepted tools, sign-ins, audit log. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "@helve/core";
import type { PinStore } from "../gateway-options.ts";
import { pinFile } from "./pin-file.ts";
import { privateFolder } from "./private-folder.ts";
import type { ServerConfig } from "./servers-file.ts";
import { type SignInStore, signInFile } from "./sign-in-file.ts";

/**
 * Creates the folder of gateways in the state folder of a user.
 *
 * @throws StateFolderError if it is not the user's own
 */
function gatewayFolder(state: string): string {
  return privateFolder(join(privateFolder(state), "mcp"));
}

/**
 * The folder of sessions in the state folder of a user.
 *
 * @throws StateFolderError if it is not the user's own
 */
export function sessionFolder(state: string): string {
  return privateFolder(join(gatewayFolder(state), "sessions"));
}

/**
 * Pins in the state folder of a user. They belong to a server's name together with its program and arguments, or its URL: another program
 * under the same name is another server.
 *
 * @throws StateFolderError if the folder is not the user's own
 */
export function userPins(state: string, servers: Readonly<Record<string, ServerConfig>>): PinStore {
  const pins = pinFile(join(gatewayFolder(state), "pins.json"));
  const keyOf = (name: string): string => {
    const config = servers[name];
    const identity =
      config === undefined ? {} : "command" in config ? { ...config, env: undefined } : { url: config.url };
    return `${name} ${createHash("sha256").update(canonicalJson(identity)).digest("hex").slice(0, 16)}`;
  };
  return { load: (name) => pins.load(keyOf(name)), save: (name, saved) => pins.save(keyOf(name), saved) };
}

/**
 * The sign-ins in the state folder of a user.
 *
 * @throws StateFolderError if the folder is not the user's own
 */
export function userSignIns(state: string): SignInStore {
  return signInFile(join(gatewayFolder(state), "sign-ins.json"));
}

/**
 * The audit log of this process in the state folder: only one process may write to a log. Logs that were not changed for 30 days are deleted.
 *
 * @throws StateFolderError if the folder is not the user's own
 */
export function ownAuditLog(state: string, now: number = Date.now()): string {
  const folder = privateFolder(join(gatewayFolder(state), "audit"));
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    const isLog = found?.isFile() === true && /\.jsonl(?:\.lock)?$/.test(name);
    if (isLog && now - found.mtimeMs > keptFor) rmSync(path, { force: true });
  }
  return join(folder, `${new Date(now).toISOString().replaceAll(":", "-")}-${process.pid}.jsonl`);
}

/** In milliseconds. */
const keptFor = 30 * 86_400_000;
