/** Saves and restores what predicates remember of a session, as JSON. */
import type { Finding, JsonValue } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { PreparedPolicy } from "../prepared-policy.ts";
import type { FoldSnapshot } from "./session-fold.ts";

/** Predicates' memory of the steps of a session, as JSON. */
export interface SessionSnapshot {
  readonly type: "helve.session";
  readonly version: 1;
  /** By which policy the steps were read. */
  readonly policy: string;
  readonly fold: FoldSnapshot;
  /** The first result that gives orders to the assistant; absent if none does. */
  readonly instructions?: Finding;
}

/** Creates a snapshot. */
export function sessionSnapshot(
  policy: PreparedPolicy,
  fold: FoldSnapshot,
  instructions: Finding | undefined,
): SessionSnapshot {
  return {
    type: "helve.session",
    version: 1,
    policy: keyOf(policy),
    fold,
    instructions,
  };
}

/** Finds the snapshot for this policy among stored snapshots. */
export function keptSession(
  policy: PreparedPolicy,
  earlier: readonly JsonValue[] | undefined,
): SessionSnapshot | undefined {
  if (earlier === undefined || earlier.length === 0) return undefined;
  const key = keyOf(policy);
  return (earlier as readonly unknown[]).find((kept): kept is SessionSnapshot => {
    const { type, version, policy: by } = isObject(kept) ? (kept as Partial<SessionSnapshot>) : {};
    return type === "helve.session" && version === 1 && by === key;
  });
}

/** The key of the parts of a policy that decide how steps are read. */
function keyOf(policy: PreparedPolicy): string {
  const { base, original } = policy;
  const { tools, presets, traits } = original;
  const key = keys.get(policy) ?? JSON.stringify([base, tools ?? null, presets ?? null, traits ?? null]);
  keys.set(policy, key);
  return key;
}

const keys = new WeakMap<PreparedPolicy, string>();
