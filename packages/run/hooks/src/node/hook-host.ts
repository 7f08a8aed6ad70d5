/** The interface between the hooks and the program that they run in: its folder, parser and approvals. */
import type { Program } from "@helve/core/program";
import type { Policy } from "@helve/predicates";
import type { SessionEntry } from "./state/session-entry.ts";

/** The program that a client calls as a hook: its folder, how it parses rules, and what a person has trusted and approved. */
export interface HookHost {
  /** Its folder, with a slash at the end. No agent may change what is in it. */
  readonly folder: string;
  /** The version of its code. Files that another version wrote may have another form. */
  readonly version: string;
  /** The text of the rules for users without rules of their own. */
  defaultRules(): string;
  /**
   * Parses rules.
   *
   * @param name - of the file that has the text
   * @param cache - a folder that only the user can write, for results
   * @throws Error if the rules have a mistake
   */
  parseRules(text: string, name: string, cache: string): Promise<Program>;
  /** Parses a policy. Its members are checked later. @throws Error if it is no JSON object */
  parsePolicy(text: string, name: string): Policy;
  /**
   * The folders whose rules a person has trusted, by their path, each with the hash of what was trusted last.
   *
   * @throws Error if the record was not made by a person
   */
  trustedFolders(state: string): ReadonlyMap<string, string>;
  /**
   * Checks that a person has given an approval: to this question, in this session.
   *
   * @throws Error if not
   */
  checkApproval(approval: Approval, question: Question | undefined, owner: ApprovalOwner): void;
  /**
   * The calls that a person has allowed for good.
   *
   * @throws Error if the record was not made by a person
   */
  learnedCalls(state: string): readonly LearnedCall[];
}

/** A call that a person has allowed for good, in one folder, as long as it does the same and no other rule asks. */
export interface LearnedCall extends Pick<Question, "digest" | "effects" | "rules"> {
  readonly folder: string;
  /** The call for a person: `Bash make deploy`. */
  readonly label: string;
}

/** An approval in the log of a session. */
export type Approval = Extract<SessionEntry, { type: "approval" }>;

/** A question in the log of a session. */
export type Question = Extract<SessionEntry, { type: "question" }>;

/** Whose approvals are checked. */
export interface ApprovalOwner {
  /** The state folder. */
  readonly state: string;
  /** Names the log in messages. */
  readonly place: string;
  readonly session: SessionName;
}

/** The session of a client. */
export interface SessionName {
  readonly client: string;
  readonly session: string;
}
