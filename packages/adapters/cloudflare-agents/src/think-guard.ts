import {
  type ApprovalAnswer,
  type ApprovalStore,
  type GuardedCalls,
  type GuardedCallsOptions,
  questionText,
} from "@helve/adapter";
import type { InspectionRequest } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import type { ThinkHarnessHooks, ThinkHarnessOptions } from "agents/harness/think";
import type { UIMessage } from "ai";
import { durableApprovals } from "./durable-approvals.ts";
import { DurableHistory } from "./durable-history.ts";
import { checkStorage, type DurableStorage } from "./durable-storage.ts";
import { type CallSource, type OpenSource, ThinkConversation } from "./think-conversation.ts";
import { ThinkToolError } from "./think-tool-error.ts";
import { toolNameOf, toolParts } from "./tool-parts.ts";

/**
 * Guards the calls of a `ThinkHarness`: spread it into the harness's options. A spread copies `toolApproval` and `hooks`, but no methods.
 * Create one object for each Durable Object; each conversation in it has its own history.
 *
 * @example
 * const helve = guardThink({ guards: [engine], storage: this.ctx.storage });
 * const harness = new ThinkHarness({ model, tools, ...helve });
 */
export class ThinkGuard<Source extends CallSource = CallSource> {
  /** Asks a person about a call if a rule says so. */
  readonly toolApproval: NonNullable<ThinkHarnessOptions["toolApproval"]>;
  readonly hooks: ThinkGuardHooks;
  readonly #storage: DurableStorage;
  readonly #historyOf: (session: string) => string;
  readonly #approvalsOf: ThinkGuardOptions["approvals"];
  readonly #open: OpenSource<Source>;
  readonly #isOurs: (toolName: string) => boolean;
  readonly #options: GuardedCallsOptions;
  readonly #conversations = new Map<string, Promise<ThinkConversation<Source>>>();

  constructor(options: ThinkGuardOptions, { open, isOurs = () => true, hooks }: ThinkGuardParts<Source>) {
    const { storage, history = (session) => session, approvals, ...callsOptions } = options;
    checkStorage(storage, "a guard of a ThinkHarness");
    for (const [name, value] of Object.entries({ history, approvals })) {
      if (value !== undefined && typeof value !== "function") throw new TypeError(`"${name}" must be a function`);
    }
    this.#storage = storage;
    this.#historyOf = history;
    this.#approvalsOf = approvals;
    this.#open = open;
    this.#isOurs = isOurs;
    this.#options = callsOptions;
    this.toolApproval = async ({ session, toolName, toolCallId, input }) => {
      if (!this.#isOurs(toolName)) return false;
      const conversation = await this.conversation(session);
      return conversation.needsApproval({ id: toolCallId, name: toolName, arguments: jsonInput(toolName, input) });
    };
    this.hooks = {
      ...hooks?.((session) => this.conversation(session)),
      beforeTurn: async ({ session, messages }) => {
        const conversation = await this.conversation(session);
        await conversation.recordRejections(messages);
        conversation.checkEnded();
      },
    };
  }

  /** The calls of a session, with what the rules look back at. */
  async calls(session = ""): Promise<GuardedCalls> {
    return (await this.conversation(session)).calls;
  }

  /** The questions to a person in the messages of a session. */
  async questions(messages: readonly UIMessage[], session = ""): Promise<readonly ThinkQuestion[]> {
    const { calls } = await this.conversation(session);
    const asked = toolParts(messages).filter(({ state }) => state === "approval-requested");
    return Promise.all(
      asked.map(async (part) => {
        const verdict = (await calls.waiting(part.toolCallId))?.verdict;
        const request = verdict?.kind === "pending" ? verdict.request : undefined;
        return {
          toolCallId: part.toolCallId,
          approvalId: part.approval?.id ?? "",
          toolName: toolNameOf(part),
          input: part.input,
          session,
          request,
          text: request === undefined ? undefined : questionText(request),
        };
      }),
    );
  }

  /**
   * Creates the answer to a question, which is the next prompt of its session. The harness knows approvals and rejections only: an edit or a fix is kept
   * in the storage until the harness runs the call.
   *
   * @throws TypeError for an edit or a fix of a call about which no rule asks
   *
   * @example
   * await harness.session().prompt(await helve.respond(question, { decision: "approve" }));
   */
  async respond(
    question: Pick<ThinkQuestion, "approvalId" | "toolCallId"> & { session?: string },
    answer: ApprovalAnswer,
  ): Promise<ThinkApproval> {
    const { approvalId, toolCallId, session = "" } = question;
    if (answer.decision === "reject") {
      const { reason } = answer;
      return { type: "approval", approvalId, approved: false, reason };
    }
    if (answer.decision !== "approve") await (await this.conversation(session)).answer(toolCallId, answer);
    return { type: "approval", approvalId, approved: true };
  }

  /** Forgets the calls of a session: with `harness.session(id).reset()`, for a conversation that starts again. */
  async reset(session = ""): Promise<void> {
    const name = this.#historyOf(session);
    const conversation = await this.conversation(session);
    await conversation.history.clear();
    this.#conversations.delete(name);
  }

  /** The calls of a session. They are read from the storage first; if that fails, nothing runs. */
  protected conversation(session: string): Promise<ThinkConversation<Source>> {
    const name = this.#historyOf(session);
    const kept = this.#conversations.get(name);
    if (kept !== undefined) return kept;
    const opening = this.#openConversation(name);
    this.#conversations.set(name, opening);
    opening.catch(() => {
      if (this.#conversations.get(name) === opening) this.#conversations.delete(name);
    });
    return opening;
  }

  async #openConversation(name: string): Promise<ThinkConversation<Source>> {
    const storage = this.#storage;
    const history = await DurableHistory.open(storage, name);
    const approvals = this.#approvalsOf?.(name) ?? durableApprovals(storage, name);
    const source = this.#open({ ...this.#options, ...history.options, approvals });
    return new ThinkConversation({ source, history, approvals, storage, name });
  }
}

/** The names of the options of every guard. */
export const thinkGuardOptions: readonly (keyof ThinkGuardOptions)[] = [
  "storage",
  "history",
  "approvals",
  "prompt",
  "state",
  "signal",
];

/** Options of `guardThink` and `toThinkTools`. */
export interface ThinkGuardOptions {
  /** The storage of the Durable Object: `ctx.storage`. */
  readonly storage: DurableStorage;
  /** Which history the rules look back at, by the id of the session: by default each session has its own. Sub-agents may share one. */
  readonly history?: ((session: string) => string) | undefined;
  /** Stores the calls of a history that wait for a person; in the Durable Object's storage by default. */
  readonly approvals?: ((history: string) => ApprovalStore) | undefined;
  /** The user's request, for the rules. */
  readonly prompt?: string | undefined;
  /** The state of the host, for the rules: a value or a function. */
  readonly state?: unknown;
  /** Aborts all calls. */
  readonly signal?: AbortSignal | undefined;
}

/** The hooks of a guard. To add others, call these in yours. */
export type ThinkGuardHooks = Required<Pick<ThinkHarnessHooks, "beforeTurn">> &
  Pick<ThinkHarnessHooks, "beforeToolCall" | "afterToolCall">;

/** The parts in which the kinds of guards differ. */
export interface ThinkGuardParts<Source extends CallSource> {
  readonly open: OpenSource<Source>;
  /** Whether the calls of a tool are guarded by this. */
  readonly isOurs?: (toolName: string) => boolean;
  readonly hooks?: (
    conversation: (session: string) => Promise<ThinkConversation<Source>>,
  ) => Pick<ThinkHarnessHooks, "beforeToolCall" | "afterToolCall">;
}

/** A question to a person about a call. */
export interface ThinkQuestion {
  readonly approvalId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly session: string;
  /** The rules, their reasons and the fixes; absent if the tool itself asks. */
  readonly request?: InspectionRequest;
  /** The question as a text. */
  readonly text?: string;
}

/** The answer to a question, for `prompt` or `submit` of a session. */
export interface ThinkApproval {
  readonly type: "approval";
  readonly approvalId: string;
  readonly approved: boolean;
  readonly reason?: string;
}

/** Returns a JSON copy of a tool's input for the rules. @throws ThinkToolError if it is not JSON */
export function jsonInput(toolName: string, input: unknown): unknown {
  try {
    return input === undefined ? {} : freezeCopy(input, "convert");
  } catch {
    throw new ThinkToolError(`${toolName} was stopped: rules can't see its input, which is not JSON`);
  }
}
