/** Stores OAuth sign-ins to MCP servers in a private file. */
import { HelveError } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { withFileLock } from "@helve/core/internal/node";
import type { StoredOAuthClientInformation, StoredOAuthTokens } from "@modelcontextprotocol/client";
import { type RecordFile, recordFile } from "./record-file.ts";

/** The stored data of a sign-in. */
export interface SignInRecord {
  readonly tokens?: StoredOAuthTokens | undefined;
  /** The client as it is registered with the authorization server. */
  readonly client?: StoredOAuthClientInformation | undefined;
}

/** Stores sign-ins by the URLs of their servers. */
export interface SignInStore extends RecordFile<SignInRecord> {
  /** Runs something while no other process does. */
  exclusively(run: () => Promise<void>): Promise<void>;
}

/**
 * Stores sign-ins in a file that only the owner can read and write.
 *
 * @throws SignInFileError when it is used, if the file is invalid
 */
export function signInFile(path: string): SignInStore {
  const invalid = () =>
    new SignInFileError(
      `${path} must be a file of sign-ins, as helve mcp login writes it: remove it, and sign in again`,
    );
  return {
    ...recordFile<SignInRecord>(path, isObject, invalid),
    exclusively: (run) => withFileLock(`${path}.renewal.lock`, run),
  };
}

/** A file of sign-ins is invalid. */
export class SignInFileError extends HelveError {
  override readonly code = "invalid_sign_ins";
}
