import { createHash } from "node:crypto";
import type { Action, InspectionRequest } from "@helve/core";
import { exactJson } from "@helve/core/internal";
import type { ApprovalOwner, HookHost, Question } from "./hook-host.ts";
import type { SessionEntry } from "./state/session-entry.ts";

/**
 * A hash of a call: its tool and exact arguments. No other call has it, and the same event sent again has it again.
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

  /**
   * @param owner - the session, its log for messages, and the state folder
   * @throws Error if one of them was not given by a person in this session
   */
  constructor(entries: readonly SessionEntry[], owner: ApprovalOwner, host: Pick<HookHost, "checkApproval">) {
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
    return [...this.#open.keys()].some((id) => this.#questions.get(id)?.digest === digest);
  }

  /**
   * Whether a person has approved a call for all rules that ask now. It is noted as used.
   *
   * @param digest - of the action of the request
   * @param effects - the hash of what the call does now
   */
  isApproved({ rules }: InspectionRequest, digest: string, effects: string | undefined): boolean {
    for (const [id, scope] of this.#open) {
      const question = this.#questions.get(id);
      if (question?.digest !== digest || question.effects !== effects) continue;
      if (!rules.every(({ rule }) => question.rules.includes(rule))) continue;
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
