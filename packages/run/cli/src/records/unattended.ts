import { closeSync, constants, existsSync, writeSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import {
  openPrivateFile,
  readPrivateFile,
  sessionsFolder,
  stateFolder,
  userSettingsThatCallHelve,
} from "@helve/hooks/node";
import type { Io } from "../io.ts";
import { createRecordKey, hasRecordKey, recordKeyPath } from "./record-key.ts";
import { checkSignature, recordFields, signature } from "./signature.ts";

/**
 * Whether the environment was set up without a person, so that `--yes` stands for a person. It counts for one home directory: a state folder of
 * another home, which a variable names, allows nothing.
 *
 * @throws Error if the record is not signed
 */
export function isUnattended(state: string, home: string): boolean {
  const path = unattendedPath(state);
  const text = readPrivateFile(path);
  if (text === undefined) return false;
  const { at, home: recorded, signature: found } = recordFields(text);
  checkSignature({ state, kind: "unattended", place: path }, { at: Number(at), home: String(recorded) }, found);
  return recorded === home;
}

/**
 * Records that the environment is set up without a person. If Helve is already set up, a person at the terminal decides.
 *
 * @returns whether it is recorded
 * @throws UsageError if Helve is already set up and there is no terminal
 */
export async function recordUnattended({ home, environment }: Pick<Io, "home" | "environment">): Promise<boolean> {
  const state = stateFolder(home, environment);
  if (isUnattended(state, home)) return true;
  const found = await installedAt({ home, environment });
  if (found !== undefined) {
    const { askPerson } = await import("../person.ts");
    const details = `Helve is there already: ${found}\n`;
    const question = "Let --yes stand for a person in this environment, whoever passes it?";
    if (!(await askPerson({ details, question }))) return false;
  }
  await createRecordKey(state);
  const record = { at: Date.now(), home };
  const file = openPrivateFile(unattendedPath(state), constants.O_WRONLY | constants.O_TRUNC);
  try {
    writeSync(file, `${JSON.stringify({ ...record, signature: signature(state, "unattended", record) })}\n`);
  } finally {
    closeSync(file);
  }
  return true;
}

/** Finds a file that shows that Helve already guards this user, even if variables hide it; `undefined` if Helve does not. */
async function installedAt({ home, environment }: Pick<Io, "home" | "environment">): Promise<string | undefined> {
  for (const each of new Set([home, accountHome() ?? home])) {
    for (const variables of [environment, {}]) {
      const state = stateFolder(each, variables);
      if (hasRecordKey(state)) return recordKeyPath(state);
      if (existsSync(sessionsFolder(state))) return sessionsFolder(state);
      const settings = userSettingsThatCallHelve(each, variables);
      if (settings !== undefined) return settings;
    }
  }
  return undefined;
}

/** The home directory by the system's list of users; `undefined` for a user who is not in it. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

function unattendedPath(state: string): string {
  return join(state, "unattended.json");
}
