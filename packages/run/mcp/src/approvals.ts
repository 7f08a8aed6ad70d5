/** Calls that wait for a person, who is asked through the MCP client. */
import type { ActionReturn, InspectionRequest } from "@helve/core";
import { exactJson, sha256 } from "@helve/core/internal";
import type { Session } from "@helve/executor";
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { fixPrefix, questionForm } from "./question.ts";

/**
 * Calls that wait for the answer of a person, who is asked through the client. The client gets a `requestState` that is signed over the rules,
 * the tool, the hash of the arguments and the expiry, and returns it with the answer (MCP 2026-07-28 §Multi round-trip requests). For older
 * clients the SDK asks by `elicitation/create` with the same state.
 *
 * An answer counts once, only for the call that was asked about, and only in this process: what is run is what was kept here.
 */
export class Approvals {
  /** Signs and verifies states; the verified state of a retried call is in its context. */
  readonly codec: RequestStateCodec<CallState>;
  readonly #waiting = new Map<string, WaitingCall>();
  readonly #lifetime: number;
  readonly #now: () => number;

  /** @param lifetime - how long an answer is accepted, in milliseconds */
  constructor({ lifetime, now, bind }: ApprovalOptions) {
    this.#lifetime = lifetime;
    this.#now = now;
    const key = crypto.getRandomValues(new Uint8Array(32));
    this.codec = createRequestStateCodec({ key, ttlSeconds: Math.ceil(lifetime / 1000), bind });
  }

  /** Asks the client's person about a pending call. */
  async ask(waiting: Omit<WaitingCall, "expires">, context: ServerContext): Promise<InputRequiredResult> {
    const { actionReturn } = waiting;
    const id = crypto.randomUUID();
    this.#forgetExpired();
    this.#waiting.set(id, { ...waiting, expires: this.#now() + this.#lifetime });
    return this.#question(id, actionReturn, context);
  }

  /**
   * Finds the waiting call that a retried call answers. The answer is used up, unless it is missing: then the question is repeated.
   *
   * @param call - the retried call, whose tool and arguments must be those that the person was asked about
   * @returns `undefined` if the state belongs to no waiting call, or to another call
   */
  async answer(
    state: CallState,
    call: { readonly name: string; readonly args: unknown; readonly session: Session },
    context: ServerContext,
  ): Promise<AnsweredCall | { readonly question: InputRequiredResult } | undefined> {
    const waiting = this.#waiting.get(state.id);
    const isSame =
      waiting !== undefined &&
      waiting.session === call.session &&
      this.#now() < waiting.expires &&
      (await isStateOf(state, call));
    if (!isSame) return undefined;
    const response = inputResponse(context.mcpReq.inputResponses, answerKey);
    if (response.kind === "missing") return { question: await this.#question(state.id, waiting.actionReturn, context) };
    // Several retries may arrive at the same time: only one uses the answer.
    if (!this.#waiting.delete(state.id)) return undefined;
    return { actionReturn: waiting.actionReturn, answer: answerOf(response) };
  }

  async #question(id: string, actionReturn: ActionReturn, context: ServerContext): Promise<InputRequiredResult> {
    const request = requestOf(actionReturn);
    const { name: tool, arguments: args } = actionReturn.call;
    const rules = request.rules.map(({ rule }) => rule);
    return inputRequired({
      inputRequests: { [answerKey]: inputRequired.elicit(questionForm(request)) },
      requestState: await this.stateOf({ id, tool, rules, args }, context),
    });
  }

  /** Signs the state of a call. @param call - `args` as the client sent them */
  async stateOf(call: Omit<CallState, "args"> & { readonly args: unknown }, context: ServerContext): Promise<string> {
    return this.codec.mint({ ...call, args: await argumentsHash(call.args) }, context);
  }

  /** Forgets the calls that wait no longer, and the oldest ones if there are too many. */
  #forgetExpired(): void {
    for (const [id, { expires }] of this.#waiting) {
      if (this.#waiting.size < maxWaiting && this.#now() < expires) break;
      this.#waiting.delete(id);
    }
  }
}

/** Options of `Approvals`. */
export interface ApprovalOptions {
  readonly lifetime: number;
  /** In milliseconds since 1970. */
  readonly now: () => number;
  /** The connection or session to which a state is bound, besides the call. */
  readonly bind: (context: ServerContext) => string;
}

/** The signed content of a state, besides its expiry. A client can read it. */
export interface CallState {
  readonly id: string;
  readonly tool: string;
  readonly rules: readonly string[];
  /** The hash of the arguments as the client sent them. */
  readonly args: string;
}

interface WaitingCall {
  readonly actionReturn: ActionReturn;
  readonly session: Session;
  /** In milliseconds since 1970. */
  readonly expires: number;
}

/** A waiting call with its answer: an `InspectionAnswer` of `@helve/enforcer`, without the token. */
export interface AnsweredCall {
  readonly actionReturn: ActionReturn;
  readonly answer: ApprovalAnswer;
}

/** The answer of a person. */
type ApprovalAnswer =
  | { readonly decision: "approve" }
  | { readonly decision: "reject"; readonly reason?: string }
  | { readonly decision: "fix"; readonly fix: string };

/** The question of a pending call. */
export function requestOf({ verdict }: ActionReturn): InspectionRequest {
  if (verdict?.kind !== "pending") throw new Error("the call does not wait for an answer");
  return verdict.request;
}

const answerKey = "approval";
/** How many calls may wait at the same time; their arguments are kept in memory. */
const maxWaiting = 100;

/** Reads a person's answer. Any answer that is not clearly an approval is a rejection. */
function answerOf(response: ReturnType<typeof inputResponse>): ApprovalAnswer {
  if (response.kind !== "elicit") return { decision: "reject", reason: "the client did not return a person's answer" };
  if (response.action !== "accept") return { decision: "reject", reason: `the person chose to ${response.action}` };
  const { decision, reason } = response.content ?? {};
  if (decision === "approve") return { decision };
  if (typeof decision === "string" && decision.startsWith(fixPrefix)) {
    return { decision: "fix", fix: decision.slice(fixPrefix.length) };
  }
  return {
    decision: "reject",
    reason: typeof reason === "string" && reason !== "" ? reason.slice(0, 1000) : undefined,
  };
}

/** Whether a state is signed over a call. */
export async function isStateOf(
  state: CallState,
  { name, args }: { readonly name: string; readonly args: unknown },
): Promise<boolean> {
  return state.tool === name && state.args === (await argumentsHash(args));
}

/** Returns the SHA-256 of the arguments, by which an approval is for exactly these. */
function argumentsHash(args: unknown): Promise<string> {
  return sha256(exactJson(args ?? {}));
}
