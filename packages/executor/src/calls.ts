import { type ActionReturn, canonicalJson, type GuardAnswer, type GuardContext, type ToolCall } from "@helve/core";
import { jsonCopy } from "@helve/core/internal";
import type { CallEnding } from "./action-return.ts";
import { CallError, ExecutorError, ResumeError, TicketError, UnexpectedError } from "./errors.ts";
import { executeAction, withSession } from "./execute-action.ts";
import { executeAll } from "./execute-all.ts";
import { executeCall } from "./execute-call.ts";
import { createHostContext } from "./guard-scope.ts";
import { type JudgedCall, type Judgement, judgeCall, runJudged, type Ticket } from "./judge-call.ts";
import { timeoutIssues } from "./option-issue.ts";
import type { ExecuteOptions } from "./options.ts";
import { parseActionReturn } from "./parse-action-return.ts";
import type { ActionScope, Pipeline } from "./pipeline.ts";
import { receiveCall, startCall } from "./receive-call.ts";
import { SessionScope } from "./session-scope.ts";

/** The calls of an executor and of its sessions. */
export class Calls {
  pipeline: Pipeline;
  readonly #throwsUnexpected: boolean;
  readonly #tickets = new WeakMap<Ticket, IssuedTicket>();
  #directCalls = 0;
  #hostContexts = 0;

  constructor(pipeline: Pipeline, throwsUnexpected: boolean) {
    this.pipeline = pipeline;
    this.#throwsUnexpected = throwsUnexpected;
  }

  /** @param onEnd - receives the ending, which has values that the action return lacks */
  execute(
    input: ToolCall,
    { options, session }: CallTarget,
    answers: readonly GuardAnswer[] = [],
    onEnd?: (ending: CallEnding) => void,
  ): Promise<ActionReturn> {
    const invalid = timeoutIssues(options.timeout);
    if (invalid.length > 0) return Promise.reject(new ExecutorError(invalid));
    const started = performance.now();
    const { pipeline } = this;
    const { call, recordedCall } = receiveCall(input);
    const memory = session && new WeakMap<object, unknown>();
    const scope: ActionScope = { call, recordedCall, pipeline, options, session, memory, answers, depth: 0 };
    const finish = startCall(recordedCall, pipeline, started, session?.history);
    let cause: unknown;
    const executing = executeCall(scope, (ending) => {
      cause = ending.error;
      onEnd?.(ending);
      return finish(ending);
    });
    return this.#throwsUnexpected
      ? executing.then((actionReturn) => throwIfUnexpected(actionReturn, cause))
      : executing;
  }

  executeAll(calls: Iterable<ToolCall>, target: CallTarget): Promise<readonly ActionReturn[]> {
    const { tools, now } = this.pipeline;
    const isParallel = ({ name }: ToolCall): boolean => tools.find(name)?.tool.parallel === true;
    return executeAll(calls, { isParallel, execute: (call) => this.execute(call, target), now });
  }

  async resume(actionReturn: ActionReturn, answer: unknown, target: CallTarget): Promise<ActionReturn> {
    const { status, call, verdict, stages } = parseActionReturn(actionReturn);
    if (status !== "pending" || verdict?.kind !== "pending" || stages.guard?.pendingGuard === undefined) {
      throw new ResumeError(`the call "${call.id}" does not wait for an answer: its status is "${status}"`);
    }
    canonicalJson(answer);
    const latest: GuardAnswer = { guard: stages.guard.pendingGuard, pending: verdict, answer: jsonCopy(answer) };
    const answers = [...(stages.guard.answers ?? []), latest];
    const missing = answers.find(({ guard }) => this.pipeline.guards[guard] === undefined);
    if (missing !== undefined) {
      throw new ResumeError(
        `the call "${call.id}" waits for an answer to guard ${missing.guard}, which this executor does not have`,
      );
    }
    return this.execute(call, target, answers);
  }

  /** Calls a tool from code, and returns its own value. */
  async call(name: string, args: unknown, target: CallTarget, id = `direct_${++this.#directCalls}`): Promise<unknown> {
    let ending: CallEnding | undefined;
    const actionReturn = await this.execute({ id, name, arguments: args }, target, [], (ended) => {
      ending = ended;
    });
    if (actionReturn.status !== "success") throw new CallError(actionReturn, { cause: ending?.error });
    return ending?.value;
  }

  async judge(input: ToolCall, { options, session }: CallTarget, expiresIn = 300_000): Promise<Judgement> {
    if (!(expiresIn > 0)) {
      const message = `"expiresIn" must be a positive number of milliseconds (got ${String(expiresIn)})`;
      throw new ExecutorError([{ code: "expires_in", message }]);
    }
    const invalid = timeoutIssues(options.timeout);
    if (invalid.length > 0) throw new ExecutorError(invalid);
    const started = performance.now();
    const { pipeline } = this;
    const { call, recordedCall } = receiveCall(input);
    const memory = new WeakMap<object, unknown>();
    const scope = withSession({ call, recordedCall, pipeline, options, session, memory, answers: [], depth: 0 });
    let cause: unknown;
    const judged = await judgeCall(scope, () => {
      const finish = startCall(recordedCall, pipeline, started, session?.history);
      return (ending) => {
        cause = ending.error;
        return finish(ending);
      };
    });
    if ("status" in judged) {
      return { ok: false, actionReturn: this.#throwsUnexpected ? throwIfUnexpected(judged, cause) : judged };
    }
    const { action, record } = judged;
    const expiresAt = pipeline.now() + expiresIn;
    const ticket: Ticket = Object.freeze({ call: recordedCall, action, verdicts: record.verdicts, expiresAt });
    this.#tickets.set(ticket, { judged, session, options, expiresAt });
    return { ok: true, ticket };
  }

  /** @param isBound - whether the ticket must be one of the target's session */
  async run(ticket: Ticket, { options, session }: CallTarget, isBound: boolean): Promise<ActionReturn> {
    const started = performance.now();
    const issued = this.#tickets.get(ticket);
    if (issued === undefined) {
      throw new TicketError("the ticket was run before, or this executor has not issued it");
    }
    if (isBound && issued.session !== session) throw new TicketError("the ticket belongs to another session");
    this.#tickets.delete(ticket); // of several concurrent runs, only the first one gets here
    const { judged, expiresAt } = issued;
    const runOptions = { ...issued.options, ...options };
    const scope = withSession({
      ...{ ...judged.scope, pipeline: this.pipeline, options: runOptions },
      session: issued.session ?? new SessionScope(runOptions),
    });
    const finish = startCall(scope.recordedCall, scope.pipeline, started, issued.session?.history);
    let cause: unknown;
    const running = runJudged(judged, scope, expiresAt, (ending) => {
      cause = ending.error;
      return finish(ending);
    });
    return this.#throwsUnexpected ? running.then((actionReturn) => throwIfUnexpected(actionReturn, cause)) : running;
  }

  /** Creates a guard context that belongs to no call. */
  hostContext(session: SessionScope, state: unknown, signal: AbortSignal | undefined): GuardContext {
    const id = `event_${++this.#hostContexts}`;
    return createHostContext(id, this.pipeline, session, state, { signal, executeAction });
  }
}

/** The options of a call, and the session that it belongs to. */
export interface CallTarget {
  readonly options: ExecuteOptions;
  readonly session?: SessionScope | undefined;
}

/** What an executor knows about a ticket that it has issued. */
interface IssuedTicket {
  readonly judged: JudgedCall;
  readonly session: SessionScope | undefined;
  readonly options: ExecuteOptions;
  readonly expiresAt: number;
}

/** Returns an action return, but throws if the call ended with an unexpected error. @param cause - the value that was thrown */
function throwIfUnexpected(actionReturn: ActionReturn, cause: unknown): ActionReturn {
  if (actionReturn.error?.code === "unexpected") throw new UnexpectedError(actionReturn, { cause });
  return actionReturn;
}
