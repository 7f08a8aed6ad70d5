import {
  type ActionReturn,
  canonicalJson,
  type GuardAnswer,
  type GuardContext,
  type JsonValue,
  type ToolCall,
} from "@helve/core";
import { jsonCopy } from "@helve/core/internal";
import type { CallEnding } from "./action-return.ts";
import { continueAction } from "./continue-action.ts";
import { CallError, ResumeError, TicketError, UnexpectedError } from "./errors.ts";
import { executeAction, withSession } from "./execute-action.ts";
import { executeAll } from "./execute-all.ts";
import { executeCall, unexpectedEnding } from "./execute-call.ts";
import { createHostContext } from "./guard-scope.ts";
import { type JudgedCall, type Judgement, type JudgeOptions, judgeCall, runJudged, type Ticket } from "./judge-call.ts";
import type { ExecuteOptions } from "./options.ts";
import { parseActionReturn } from "./parse-action-return.ts";
import type { ActionScope, Pipeline } from "./pipeline.ts";
import { receiveCall, startCall } from "./receive-call.ts";
import { SessionScope } from "./session-scope.ts";
import { eitherSignal, TimeLimit } from "./time-limit.ts";
import { callOptions, checkCallOptions, sessionCallOptions } from "./validate-call-options.ts";

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
  async execute(
    input: ToolCall,
    target: CallTarget,
    answers: readonly GuardAnswer[] = [],
    onEnd?: (ending: CallEnding) => void,
  ): Promise<ActionReturn> {
    checkTarget(target);
    return await this.#execute(input, target, answers, onEnd);
  }

  #execute(
    input: ToolCall,
    target: CallTarget,
    answers: readonly GuardAnswer[],
    onEnd?: (ending: CallEnding) => void,
  ): Promise<ActionReturn> {
    const started = performance.now();
    const { pipeline } = this;
    const { session } = target;
    const options = withSessionSignal(target.options, session);
    const { call, recordedCall } = receiveCall(input);
    const memory = session && new WeakMap<object, unknown>();
    const scope: ActionScope = { call, recordedCall, pipeline, options, session, memory, answers, depth: 0 };
    const finish = startCall(recordedCall, pipeline, started, session);
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

  async executeAll(calls: Iterable<ToolCall>, target: CallTarget): Promise<readonly ActionReturn[]> {
    checkTarget(target);
    const { tools, now } = this.pipeline;
    const isParallel = ({ name }: ToolCall): boolean => tools.find(name)?.tool.parallel === true;
    return executeAll(calls, { isParallel, execute: (call) => this.#execute(call, target, []), now });
  }

  async resume(actionReturn: ActionReturn, answer: unknown, target: CallTarget): Promise<ActionReturn> {
    checkTarget(target);
    const parsed = parseActionReturn(actionReturn);
    const { status, call, verdict, stages } = parsed;
    canonicalJson(answer);
    if (status === "pending") checkSession(parsed, target.session);
    if (status === "pending" && stages.run?.outcome === "pending") {
      return this.#continue(parsed, jsonCopy(answer) ?? null, target);
    }
    if (status !== "pending" || verdict?.kind !== "pending" || stages.guard?.pendingGuard === undefined) {
      throw new ResumeError(`the call "${call.id}" does not wait for an answer: its status is "${status}"`);
    }
    const latest: GuardAnswer = { guard: stages.guard.pendingGuard, pending: verdict, answer: jsonCopy(answer) };
    const answers = [...(stages.guard.answers ?? []), latest];
    const missing = answers.find(({ guard }) => this.pipeline.guards[guard] === undefined);
    if (missing !== undefined) {
      throw new ResumeError(
        `the call "${call.id}" waits for an answer to guard ${missing.guard}, which this executor does not have`,
      );
    }
    return this.#execute(call, target, answers);
  }

  /** Continues a call whose tool waits for an answer. */
  async #continue(
    { call: input, stages: { guard, run } }: ActionReturn,
    answer: JsonValue,
    target: CallTarget,
  ): Promise<ActionReturn> {
    const started = performance.now();
    const { pipeline } = this;
    const { session } = target;
    const { call, recordedCall } = receiveCall(input);
    if (guard === undefined || guard.action === null) {
      throw new ResumeError(`the call "${call.id}" does not wait for an answer: no action was admitted`);
    }
    const admitted = { ...guard, action: guard.action };
    const options = withSessionSignal(target.options, session);
    const memory = new WeakMap<object, unknown>();
    const scope = withSession({ call, recordedCall, pipeline, options, session, memory, answers: [], depth: 0 });
    const finish = startCall(recordedCall, pipeline, started, session);
    let cause: unknown;
    const end = (ending: CallEnding): ActionReturn => {
      cause = ending.error;
      return finish(ending);
    };
    const answered = { waiting: run?.waiting ?? null, answer };
    const actionReturn = await continueAction(admitted, answered, scope, end).catch((error: unknown) =>
      end(unexpectedEnding(scope, error)),
    );
    return this.#throwsUnexpected ? throwIfUnexpected(actionReturn, cause) : actionReturn;
  }

  /** Calls a tool from code, and returns its own value. */
  async call(name: string, args: unknown, target: CallTarget<{ readonly id?: string | undefined }>): Promise<unknown> {
    checkTarget(target, "id");
    const { id = `direct_${++this.#directCalls}` } = target.options;
    let ending: CallEnding | undefined;
    const actionReturn = await this.#execute({ id, name, arguments: args }, target, [], (ended) => {
      ending = ended;
    });
    if (actionReturn.status !== "success") throw new CallError(actionReturn, { cause: ending?.error });
    return ending?.value;
  }

  async judge(input: ToolCall, target: CallTarget<JudgeOptions>): Promise<Judgement> {
    checkTarget(target, "expiresIn");
    const { session } = target;
    const { expiresIn = 300_000 } = target.options;
    const options = withSessionSignal(target.options, session);
    const started = performance.now();
    const { pipeline } = this;
    const { call, recordedCall } = receiveCall(input);
    const memory = new WeakMap<object, unknown>();
    const scope = withSession({ call, recordedCall, pipeline, options, session, memory, answers: [], depth: 0 });
    let cause: unknown;
    const judged = await judgeCall(scope, () => {
      const finish = startCall(recordedCall, pipeline, started, session);
      return (ending) => {
        cause = ending.error;
        return finish(ending);
      };
    });
    if ("status" in judged) {
      return { ok: false, actionReturn: this.#throwsUnexpected ? throwIfUnexpected(judged, cause) : judged };
    }
    const { action, record, prepared } = judged;
    const expiresAt = pipeline.now() + expiresIn;
    const { args } = prepared.action;
    const ticket: Ticket = Object.freeze({ call: recordedCall, args, action, verdicts: record.verdicts, expiresAt });
    this.#tickets.set(ticket, { judged, session, options, expiresAt });
    return { ok: true, ticket };
  }

  /** Runs a ticket. That of a session's call must be one of this session. */
  async run(ticket: Ticket, target: CallTarget): Promise<ActionReturn> {
    checkTarget(target);
    const { options, session, isInSession } = target;
    const started = performance.now();
    const issued = this.#tickets.get(ticket);
    if (issued === undefined) {
      throw new TicketError("the ticket was run before, or this executor has not issued it");
    }
    if (isInSession === true && issued.session !== session)
      throw new TicketError("the ticket belongs to another session");
    this.#tickets.delete(ticket); // of several concurrent runs, only the first one gets here
    const { judged, expiresAt } = issued;
    const runOptions = mergeOptions(issued.options, withSessionSignal(options, issued.session));
    const scope = withSession({
      ...{ ...judged.scope, pipeline: this.pipeline, options: runOptions },
      session: issued.session ?? new SessionScope(runOptions),
    });
    const finish = startCall(scope.recordedCall, scope.pipeline, started, issued.session);
    let cause: unknown;
    const running = runJudged(judged, scope, expiresAt, (ending) => {
      cause = ending.error;
      return finish(ending);
    });
    return this.#throwsUnexpected ? running.then((actionReturn) => throwIfUnexpected(actionReturn, cause)) : running;
  }

  /** Creates the guard context of a session for no call, with the state of this moment. */
  async sessionContext(session: SessionScope, callers: AbortSignal | undefined): Promise<GuardContext> {
    const { signal } = withSessionSignal({ signal: callers }, session);
    if (!session.isStateLive) return this.hostContext(session, session.readState(), signal);
    const timeout = this.pipeline.guardTimeout ?? this.pipeline.timeout;
    const read = await new TimeLimit(timeout).race(async () => ({ state: await session.readState() }), signal);
    if (read === "timeout") throw new TypeError(`the session's state function took longer than ${timeout} ms`);
    if (read === "aborted") throw signal?.reason;
    return this.hostContext(session, read.state, signal);
  }

  /** Creates a guard context that belongs to no call. */
  hostContext(session: SessionScope, state: unknown, signal: AbortSignal | undefined): GuardContext {
    const id = `event_${++this.#hostContexts}`;
    return createHostContext(id, this.pipeline, session, state, { signal, executeAction });
  }
}

/** The options of a call, and the session that it belongs to. */
export interface CallTarget<More = unknown> {
  readonly options: ExecuteOptions & More;
  readonly session?: SessionScope | undefined;
  /** Whether the call is one of a `Session`, which takes fewer options. */
  readonly isInSession?: true;
}

/** @param more - another option that the call takes @throws ExecutorError if an option of the call is invalid */
function checkTarget({ options, isInSession }: CallTarget, more?: "id" | "expiresIn"): void {
  const names = isInSession === true ? sessionCallOptions : callOptions;
  checkCallOptions(options, more === undefined ? names : [...names, more], "a call");
}

/** @throws ResumeError if a call waits in another session: a person has answered with what happened there in mind */
function checkSession({ call, session: asking }: ActionReturn, session: SessionScope | undefined): void {
  if (asking === session?.id) return;
  throw new ResumeError(
    asking === undefined
      ? `the call "${call.id}" waits in no session: resume it with the executor`
      : `the call "${call.id}" waits in the session "${asking}": resume it there, or in a session with this id that continues it`,
  );
}

/** Returns the options of a call, whose signal is aborted when that of its session is, too. */
function withSessionSignal(options: ExecuteOptions, session: SessionScope | undefined): ExecuteOptions {
  return session?.signal === undefined ? options : { ...options, signal: bothSignals(options.signal, session.signal) };
}

/**
 * Merges the options with which a call was judged and those with which it is run. The signals of both apply; any other option
 * of the run replaces that of the judgement.
 */
function mergeOptions(judged: ExecuteOptions, run: ExecuteOptions): ExecuteOptions {
  const given = Object.fromEntries(Object.entries(run).filter(([, value]) => value !== undefined));
  return { ...judged, ...given, signal: bothSignals(judged.signal, run.signal) };
}

function bothSignals(left: AbortSignal | undefined, right: AbortSignal | undefined): AbortSignal | undefined {
  return right === undefined || left === right ? left : eitherSignal(left, right);
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
