import { join } from "node:path";
import { replaceFile, withFileLock } from "@helve/core/internal/node";
import { type LearnedCall, readPrivateFile, stateFolder } from "@helve/hooks/node";
import type { Io } from "../io.ts";
import { type Confirmation, confirmLoosening } from "./confirm-loosening.ts";
import { createRecordKey } from "./record-key.ts";
import { checkSignature, recordFields, signature } from "./signature.ts";

/**
 * Reads the calls that a person has allowed for good, oldest first. One signature covers all of them, so that no line can be added or changed.
 *
 * @param state - the state folder
 * @throws Error if the file is not signed, or is not a plain file
 */
export function learnedCalls(state: string): readonly LearnedCall[] {
  const text = readPrivateFile(fileIn(state));
  if (text === undefined) return [];
  const lines = text.split("\n").slice(0, -1).map(recordFields);
  const calls = lines.slice(0, -1).map(({ digest, effects, rules, folder, label }) => ({
    digest: String(digest),
    effects: String(effects),
    rules: Array.isArray(rules) ? rules.map(String) : [],
    folder: String(folder),
    label: String(label),
  }));
  checkSignature({ state, kind: "learned", place: fileIn(state) }, contentOf(calls), lines.at(-1)?.["signature"]);
  return calls;
}

/** Allows a call for good, after asking the person. @returns whether it is recorded */
export async function recordLearned(
  call: LearnedCall,
  confirmation: Confirmation,
  io: Pick<Io, "home" | "environment" | "out">,
): Promise<boolean> {
  const question = "Allow this call without a question from now on?";
  if (!(await confirmLoosening(question, confirmation, io))) return false;
  const state = stateFolder(io.home, io.environment);
  await createRecordKey(state);
  await change(state, (calls) => [...calls, call]);
  return true;
}

/** Forgets the call that was allowed last. @returns it; `undefined` if not found */
export async function forgetLearned(state: string): Promise<LearnedCall | undefined> {
  const last = learnedCalls(state).at(-1);
  if (last !== undefined) await change(state, (calls) => calls.slice(0, -1));
  return last;
}

/** Replaces the learned calls under a lock. */
async function change(state: string, to: (calls: readonly LearnedCall[]) => readonly LearnedCall[]): Promise<void> {
  await withFileLock(`${fileIn(state)}.lock`, () => {
    const calls = to(learnedCalls(state));
    const lines = [...contentOf(calls), { signature: signature(state, "learned", contentOf(calls)) }];
    replaceFile(fileIn(state), lines.map((line) => `${JSON.stringify(line)}\n`).join(""), 0o600);
  });
}

const fileIn = (state: string): string => join(state, "learned.jsonl");

/** Returns the signed content of learned calls. */
function contentOf(calls: readonly LearnedCall[]) {
  return calls.map(({ digest, effects, rules, folder, label }) => ({
    digest,
    effects,
    rules: [...rules],
    folder,
    label,
  }));
}
