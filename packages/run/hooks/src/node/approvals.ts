/** Matches a person's approvals with calls by a hash of tool and arguments. */
import { createHash } from "node:crypto";
import type { Action, InspectionRequest } from "@helve/core";
import { exactJson } from "@helve/core/internal";
import type { ApprovalOwner, HookHost, LearnedCall, Question } from "./hook-host.ts";
import type { SessionEntry } from "./state/session-entry.ts";

/**
 * Hashes a call's tool and exact arguments. Equal events have equal hashes.
 *
 * @param source - the arguments as the client wrote them, see `HookTool`; without it, the arguments as they were parsed
 */
export function callDigest({ name, args }: Pick<Action, "name" | "args">, source: string = exactJson(args)): string {
  return createHash("sha256")
    .update(`${JSON.stringify(name)}${source}`)
    .digest("hex");
}

/** The approvals of a session that a person has given and that are not used up. */
export class Approvals {
  readonly #questions: ReadonlyMap<string, Question>;
  readonly #open: Map<string, "once" | "session">;
  readonly #used: Set<string> = new Set();
  /** The calls that are allowed for good in the folder of the session. */
  readonly #learned: readonly LearnedCall[];

  /**
   * @param owner - the session, its log for messages, and the state folder
   * @throws Error if one of them was not given by a person in this session
   */
  constructor(
    entries: readonly SessionEntry[],
    owner: ApprovalOwner,
    host: Pick<HookHost, "checkApproval" | "learnedCalls">,
  ) {
    const folder = entries.find((entry) => entry.type === "begin")?.cwd;
    this.#learned = host.learnedCalls(owner.state).filter((call) => call.folder === folder);
    this.#questions = new Map(entries.flatMap((entry) => (entry.type === "question" ? [[entry.id, entry]] : [])));
    this.#open = new Map();
    for (const entry of entries) {
      if (entry.type === "approval") {
        host.checkApproval(entry, this.#questions.get(entry.id), owner);
        this.#open.set(entry.id, entry.scope);
      } else if (entry.type === "approval_used") this.#open.delete(entry.id);
    }
  }

  /** Whether a person has approved a call. @param digest - from `callDigest` */
  has(digest: string): boolean {
    const open = [...this.#open.keys()].some((id) => this.#questions.get(id)?.digest === digest);
    return open || this.#learned.some((call) => call.digest === digest);
  }

  /**
   * Whether a person has approved a call for all rules that ask now. It is noted as used.
   *
   * @param digest - of the action of the request
   * @param effects - the hash of what the call does now
   */
  isApproved({ rules }: InspectionRequest, digest: string, effects: string | undefined): boolean {
    const isAbout = (call: Pick<Question, "digest" | "effects" | "rules"> | undefined): boolean =>
      call?.digest === digest && call.effects === effects && rules.every(({ rule }) => call.rules.includes(rule));
    if (this.#learned.some(isAbout)) return true;
    for (const [id, scope] of this.#open) {
      if (!isAbout(this.#questions.get(id))) continue;
      if (scope === "once") this.#used.add(id);
      return true;
    }
    return false;
  }

  /** The approvals that were used, and count only once. */
  get used(): readonly string[] {
    return [...this.#used];
  }
}
