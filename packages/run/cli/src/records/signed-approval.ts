import { type Approval, type ApprovalOwner, type Question, type SessionName, stateFolder } from "@helve/hooks/node";
import type { Io } from "../io.ts";
import { createRecordKey } from "./record-key.ts";
import { checkSignature, signature } from "./signature.ts";

/**
 * Answers a question of a session, after asking the person at the terminal.
 *
 * @param details - what the person reads: the call
 * @returns the entry for the log of the session; `undefined` if the person declines
 */
export async function signedApproval(
  question: Question,
  { scope, session, details }: Pick<Approval, "scope"> & { readonly session: SessionName; readonly details: string },
  { home, environment }: Pick<Io, "home" | "environment">,
): Promise<Approval | undefined> {
  const { askPerson } = await import("../person.ts");
  const duration = scope === "session" ? "for the rest of the session" : "once";
  if (!(await askPerson({ details, question: `Allow this call ${duration}?` }))) return undefined;
  const state = stateFolder(home, environment);
  await createRecordKey(state);
  const approval = { type: "approval", at: Date.now(), id: question.id, scope } as const;
  return { ...approval, signature: signature(state, "approval", contentOf(approval, question, session)) };
}

/**
 * Checks that a person has given an approval: to this question, in this session.
 *
 * @param place - names the log in the message
 * @throws Error if not
 */
export function checkApproval(
  approval: Approval,
  question: Question | undefined,
  { state, place, session }: ApprovalOwner,
): void {
  if (question === undefined) throw new Error(`${place}: the approval ${approval.id} has no question`);
  checkSignature(
    { state, kind: "approval", place: `${place}: the approval ${approval.id}` },
    contentOf(approval, question, session),
    approval.signature,
  );
}

/** Returns the signed content of an approval. */
function contentOf(
  { at, id, scope }: Pick<Approval, "at" | "id" | "scope">,
  { digest, effects, rules }: Question,
  { client, session }: SessionName,
) {
  return { at, id, scope, digest, effects, rules: [...rules], client, session };
}
