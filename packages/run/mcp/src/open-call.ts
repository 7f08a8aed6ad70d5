/** A running tool call whose MCP server may ask the client something. */
import type { ActionReturn } from "@helve/core";
import type { ServerContext } from "@modelcontextprotocol/server";
import { anyResult } from "./any-result.ts";
import { asksByForm, type CallScope, capabilitiesOf } from "./call-scope.ts";
import { progressSender } from "./progress.ts";
import type { McpSession } from "./session-table.ts";

/**
 * A call that runs. Its server may ask the client something meanwhile: a client of MCP 2026-07-28 gets the question as the result of its request, and
 * sends the request again with the answer (§Multi round-trip requests); an older client gets a request of its own.
 */
export class OpenCall {
  readonly session: McpSession;
  /** The options with which the call and its actions run. */
  readonly options: CallOptions;
  readonly #lifetime: number;
  readonly #stop = new AbortController();
  readonly #ended: Promise<ActionReturn>;
  /** The request that waits for the call, or the last one that did. */
  #scope: CallScope;
  #onProgress: ((update: unknown) => void) | undefined;
  #asked = Promise.withResolvers<ServerQuestion>();
  #answer: PromiseWithResolvers<unknown> | undefined;
  #lastQuestion: Promise<unknown> = Promise.resolve();
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor({ session, scope, lifetime, run }: OpenCallOptions) {
    this.session = session;
    this.#scope = scope;
    this.#lifetime = lifetime;
    this.#onProgress = progressSender(scope.context);
    this.options = { signal: this.#stop.signal, onProgress: (update) => this.#onProgress?.(update) };
    this.#ended = run(this.options);
    this.#ended.catch(() => undefined); // `next` reports it
  }

  /** Waits until the call has ended, or its server asks something. If the request is cancelled, so is the call. */
  async next(scope: CallScope): Promise<ActionReturn | ServerQuestion> {
    clearTimeout(this.#expiry);
    if (scope !== this.#scope) this.#onProgress = progressSender(scope.context);
    this.#scope = scope;
    const { signal } = scope.context.mcpReq;
    const stop = (): void => this.#stop.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await Promise.race([this.#ended, this.#asked.promise]);
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** Ends the call if no request waits for it within its lifetime. */
  expire(onExpired: () => void): void {
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => {
      this.#stop.abort(new Error("the client has not answered in time"));
      onExpired();
    }, this.#lifetime);
    // Where there is no Node, a timer keeps nothing alive.
    (this.#expiry as { unref?: () => void }).unref?.();
  }

  /**
   * Asks the client, one question after the other.
   *
   * @returns what the client answers
   * @throws Error if it can't be asked such a question; what the client answers with instead; the reason why the call is stopped
   */
  async ask(question: ServerQuestion): Promise<unknown> {
    const { context } = this.#scope;
    if (!canAnswer(question, this.#scope)) throw new Error(`the client can't answer ${question.method}`);
    if (!answersByRetry(context)) {
      const options = { signal: this.#stop.signal, timeout: this.#lifetime };
      return context.mcpReq.send(question as never, anyResult, options);
    }
    const asked = this.#lastQuestion.then(() => this.#askByResult(question));
    this.#lastQuestion = asked.catch(() => undefined);
    return asked;
  }

  /** Passes on the client's answer to the question. */
  answer(response: unknown): void {
    const waiting = this.#answer;
    if (waiting === undefined) return;
    this.#answer = undefined;
    this.#asked = Promise.withResolvers();
    waiting.resolve(response);
  }

  async #askByResult(question: ServerQuestion): Promise<unknown> {
    const { signal } = this.#stop;
    signal.throwIfAborted();
    const answer = Promise.withResolvers<unknown>();
    const stop = (): void => answer.reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    this.#answer = answer;
    this.#asked.resolve(question);
    try {
      return await answer.promise;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}

interface OpenCallOptions {
  readonly session: McpSession;
  readonly scope: CallScope;
  /** How long an answer of the client is waited for, in milliseconds. */
  readonly lifetime: number;
  /** Starts the call. */
  readonly run: (options: CallOptions) => Promise<ActionReturn>;
}

/** Options of a call that the executor runs. */
export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: ((update: unknown) => void) | undefined;
}

/** A request of a server to a client: `elicitation/create` to a person, `sampling/createMessage` to a model, `roots/list` for the client's folders. */
export interface ServerQuestion {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: Readonly<Record<string, unknown>>;
}

/** Whether a client gets questions as results of its requests: since 2026-07-28 each request has an envelope. */
function answersByRetry({ mcpReq }: ServerContext): boolean {
  return mcpReq.envelope !== undefined;
}

/** Whether the client can answer a server's request. */
function canAnswer({ method, params }: ServerQuestion, scope: CallScope): boolean {
  const capabilities = capabilitiesOf(scope);
  if (method === "roots/list") return capabilities.roots !== undefined;
  if (method === "sampling/createMessage") return capabilities.sampling !== undefined;
  return params["mode"] === "url" ? capabilities.elicitation?.url !== undefined : asksByForm(capabilities);
}
