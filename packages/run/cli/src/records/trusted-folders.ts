/** Records the folders whose rules a person has trusted, with a hash of what they contained. */
import { join } from "node:path";
import { replaceFile, withFileLock } from "@helve/core/internal/node";
import { type RuleFolder, readPrivateFile, stateFolder } from "@helve/hooks/node";
import type { Io } from "../io.ts";
import { type Confirmation, confirmLoosening } from "./confirm-loosening.ts";
import { createRecordKey } from "./record-key.ts";
import { checkSignature, recordFields, signature } from "./signature.ts";

/** The folders whose rules a person has trusted, by their path, each with the hash of what was trusted last. */
export type TrustedFolders = ReadonlyMap<string, string>;

/**
 * Reads which folders are trusted. Only the contents that were trusted last count: rules that were trusted once may come back with an old
 * branch. One signature covers all lines, so that no line can be added, changed or removed.
 *
 * @param state - the state folder
 * @throws Error if the file is broken or not signed, or is not a plain file
 */
export function trustedFolders(state: string): TrustedFolders {
  const text = readPrivateFile(fileIn(state));
  return text === undefined ? new Map() : foldersIn(text, state);
}

/** Whether a person has trusted what a folder contains now. */
export function isTrusted({ path, hash }: Pick<RuleFolder, "path" | "hash">, trusted: TrustedFolders): boolean {
  return trusted.get(path) === hash;
}

/**
 * Records that a person trusts a folder with what it contains, or no longer trusts it (`hash` null), after asking the person.
 *
 * @returns whether it is recorded
 */
export async function recordTrust(
  { path, hash }: { readonly path: string; readonly hash: string | null },
  confirmation: Confirmation,
  io: Pick<Io, "home" | "environment" | "out">,
): Promise<boolean> {
  const question =
    hash === null ? `No longer trust the rules in ${path}?` : `Trust the rules in ${path}, until they change?`;
  if (!(await confirmLoosening(question, confirmation, io))) return false;
  const state = stateFolder(io.home, io.environment);
  await createRecordKey(state);
  await withFileLock(`${fileIn(state)}.lock`, () => {
    const trusted = new Map(trustedFolders(state));
    if (hash === null) trusted.delete(path);
    else trusted.set(path, hash);
    const lines = [...linesOf(trusted), { signature: signature(state, "trust", linesOf(trusted)) }];
    replaceFile(fileIn(state), lines.map((line) => `${JSON.stringify(line)}\n`).join(""), 0o600);
  });
  return true;
}

const fileIn = (state: string): string => join(state, "trusted.jsonl");

/** Writes one line per trusted folder. */
function linesOf(trusted: TrustedFolders): { path: string; hash: string }[] {
  return Array.from(trusted, ([path, hash]) => ({ path, hash }));
}

/** Reads the trusted folders from the file's lines. */
function foldersIn(text: string, state: string): TrustedFolders {
  const lines = text.split("\n").slice(0, -1).map(recordFields);
  const trusted = new Map<string, string>();
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const { path, hash } = line;
    if (typeof path !== "string" || typeof hash !== "string") {
      throw new Error(`${fileIn(state)}:${index + 1} is no trusted folder`);
    }
    trusted.set(path, hash);
  }
  checkSignature({ state, kind: "trust", place: fileIn(state) }, linesOf(trusted), lines.at(-1)?.["signature"]);
  return trusted;
}
