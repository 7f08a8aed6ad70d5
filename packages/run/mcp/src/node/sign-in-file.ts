import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { HelveError } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { replaceFile, withFileLock } from "@helve/core/internal/node";
import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";

/** What was kept of a sign-in. */
export interface SignInRecord {
  readonly tokens?: StoredOAuthTokens | undefined;
  /** The client as it is registered with the authorization server. */
  readonly client?: StoredOAuthClientInformation | undefined;
}

/** Keeps sign-ins by the URLs of their servers. */
export interface SignInStore {
  /** The sign-in to a server; `undefined` without one. */
  load(url: string): Promise<SignInRecord | undefined>;
  /** Changes a sign-in by what `change` returns; `undefined` removes it. */
  update(url: string, change: (known: SignInRecord | undefined) => SignInRecord | undefined): Promise<void>;
  /** Runs something while no other process does. */
  exclusively(run: () => Promise<void>): Promise<void>;
}

/**
 * Keeps sign-ins in a file that only the owner can read and write.
 *
 * @throws SignInFileError when it is used, if the file is invalid
 */
export function signInFile(path: string): SignInStore {
  return {
    async load(url) {
      const records = await readRecords(path);
      return Object.hasOwn(records, url) ? records[url] : undefined;
    },
    async update(url, change) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Several gateways renew their tokens.
      await withFileLock(`${path}.lock`, async () => {
        const { [url]: known, ...others } = await readRecords(path);
        const changed = change(known);
        const servers = changed === undefined ? others : { ...others, [url]: changed };
        replaceFile(path, `${JSON.stringify({ version: 1, servers }, null, 2)}\n`, 0o600);
      });
    },
    exclusively: (run) => withFileLock(`${path}.renewal.lock`, run),
  };
}

/** A file of sign-ins is invalid. */
export class SignInFileError extends HelveError {
  override readonly code = "invalid_sign_ins";
}

async function readRecords(path: string): Promise<Readonly<Record<string, SignInRecord>>> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  try {
    const file: unknown = JSON.parse(text);
    if (isObject(file) && file["version"] === 1 && isObject(file["servers"]))
      return file["servers"] as Record<string, SignInRecord>;
  } catch {
    // reported below
  }
  throw new SignInFileError(
    `${path} must be a file of sign-ins, as helve mcp login writes it: remove it, and sign in again`,
  );
}
