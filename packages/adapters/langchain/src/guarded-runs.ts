import { type ApprovalStore, type GuardedCallsOptions, isSession } from "@helve/adapter";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { type CallSource, GuardedRun, type History } from "./guarded-run.ts";

/** The conversations of an agent, by the ids of their threads: one agent serves many, and their steps and questions must not mix. */
export class GuardedRuns {
  readonly #source: CallSource;
  readonly #options: RunsOptions;
  readonly #threads = new Map<string, GuardedRun>();
  #only: GuardedRun | undefined;

  constructor(source: CallSource, options: RunsOptions) {
    this.#source = source;
    this.#options = options;
    this.#create([], undefined, undefined); // wrong options throw here, not in the first call
  }

  /**
   * Finds or creates the conversation of a thread.
   *
   * @param history - what the checkpoint of the thread keeps; it is taken if another process has continued the thread
   */
  ofThread(thread: string, messages: readonly BaseMessage[], history?: History): GuardedRun {
    if (isSession(this.#options.session)) return this.only(messages);
    const known = this.#threads.get(thread);
    const isBehind = known !== undefined && known.steps < (history?.steps ?? 0);
    const run = known !== undefined && !isBehind ? known : this.#create(messages, history, thread);
    return this.#keep(thread, run);
  }

  /** The only conversation: of the session that was passed, or of tools without threads. */
  only(messages: readonly BaseMessage[]): GuardedRun {
    this.#only ??= this.#create(messages, undefined, undefined);
    return this.#only;
  }

  /** Creates a conversation without a thread. @returns its id */
  create(messages: readonly BaseMessage[]): string {
    const id = `run ${crypto.randomUUID()}`;
    if (!isSession(this.#options.session)) this.#keep(id, this.#create(messages, undefined, undefined));
    return id;
  }

  /**
   * Finds a conversation without a thread.
   *
   * @throws TypeError if it was forgotten: without its steps, rules could not look back
   */
  find(id: string, messages: readonly BaseMessage[]): GuardedRun {
    if (isSession(this.#options.session)) return this.only(messages);
    const run = this.#threads.get(id);
    if (run !== undefined) return this.#keep(id, run);
    throw new TypeError("the session of this run was forgotten: run the agent with a checkpointer and a thread_id");
  }

  /** Stores a conversation. The least recently used conversation is dropped first. */
  #keep(id: string, run: GuardedRun): GuardedRun {
    this.#threads.delete(id);
    this.#threads.set(id, run);
    if (this.#threads.size > maxThreads) this.#forgetOne();
    return run;
  }

  #create(messages: readonly BaseMessage[], history: History | undefined, thread: string | undefined): GuardedRun {
    const { approvals, session, ...others } = this.#options;
    const prompt = others.prompt ?? (isSession(session) ? undefined : (session?.prompt ?? promptOf(messages)));
    const store = typeof approvals === "function" ? approvals(thread ?? "") : approvals;
    return new GuardedRun(
      this.#source,
      {
        ...others,
        session,
        prompt,
        approvals: store,
      },
      history,
    );
  }

  #forgetOne(): void {
    for (const [thread, { calls, suspended }] of this.#threads) {
      if (calls.session.inFlight.length > 0 || suspended.size > 0) continue;
      this.#threads.delete(thread);
      return;
    }
  }
}

/** Options of the conversations. */
export interface RunsOptions extends Omit<GuardedCallsOptions, "approvals"> {
  /**
   * Stores the calls that wait for a person; in memory by default. A store is for one conversation, because ids of calls are unique only there:
   * pass a function for an agent with several threads.
   */
  readonly approvals?: ApprovalStore | ((threadId: string) => ApprovalStore) | undefined;
}

/** How many conversations are kept in memory. A thread that was forgotten continues from its checkpoint. */
const maxThreads = 1000;

/** Joins the texts of the user's messages; undefined if not found. */
function promptOf(messages: readonly BaseMessage[]): string | undefined {
  const texts = messages.filter((message) => HumanMessage.isInstance(message)).map(({ text }) => text);
  return texts.length === 0 ? undefined : texts.join("\n");
}
