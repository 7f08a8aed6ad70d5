import { exactJson, sha256Now } from "@helve/core/internal";
import type { OpenCall } from "../open-call.ts";
import type { PreparedAction } from "./prepare-action.ts";

/**
 * The key under which a service does the work of a call once: the same for each attempt, also in another process, and different for any other
 * call. Without a session, whose id no other run has, it is random.
 */
export function idempotencyKey({ action }: PreparedAction, { guardedSession, resumption }: OpenCall): string {
  const { id: session } = guardedSession;
  if (session === undefined) return crypto.randomUUID();
  return sha256Now(
    exactJson([session, action.id, action.name, action.args, resumption?.waiting ?? null, resumption?.answer ?? null]),
  );
}
