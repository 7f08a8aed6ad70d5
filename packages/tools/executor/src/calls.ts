import {
  type ActionReturn,
  canonicalJson,
  type GuardAnswer,
  type GuardContext,
  type JsonValue,
  type ToolCall,
} from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import type { CallEnding } from "./action-return.ts";
import { continueCall } from "./continue-call.ts";
import { DecisionScope } from "./decision-scope.ts";
import { CallError, ExecutorError, ResumeError, TicketError, UnexpectedError } from "./errors.ts";
import { type ExecutedCall, executeAll } from "./execute-all.ts";
import { executeCall, orFailed } from "./execute-call.ts";
import { executeJournaled, stepsOfReturn } from "./execute-journaled.ts";
import {
  executeJudged,
  type JudgedCall,
  type Judgement,
  type JudgeOptions,
  judgeCall,
  type Ticket,
} from "./judge-call.ts";
import { type CallDetails, OpenCall } from "./open-call.ts";
import type { ExecuteOptions } from "./options.ts";
import { parseActionReturn } from "./parse-action-return.ts";
import type { Pipeline } from "./pipeline.ts";
import { type ReceivedCall, receiveCall } from "./receive-call.ts";
import type { Recorded } from "./session-scope/journaled-steps.ts";
import type { SessionScope } from "./session-scope.ts";
import { readReconciliation, readUnknownRun } from "./stages/run-once.ts";
import { eitherSignal, TimeLimit } from "./time-limit.ts";
import { timeoutOf } from "./timeout-of.ts";
import {
  callOptions,
  checkCall,
  checkCallOptions,
  checkCalls,
  checkName,
  sessionCallOptions,
} from "./validate-call-options.ts";

/** The calls of an executor and of its sessions: opens each call, executes it, and closes it. */
export class Calls {
  pipeline: Pipeline;
  readonly #throwsUnexpected: boolean;
  readonly #tickets = new WeakMap<Ticket, JudgedCall>();
  #directCalls = 0;
  #hostContexts = 0;

  constructor(pipeline: Pipeline, throwsUnexpected: boolean) {
    this.pipeline = pipeline;
    this.#throwsUnexpected = throwsUnexpected;
  }

  async execute(input: ToolCall, target: CallTarget, answers?: readonly GuardAnswer[]): Promise<ActionReturn> {
    checkCall(input, target.options);
    checkTarget(target);
    return (await this.#executeOne(receiveCall(input), target, answers)).actionReturn;
  }

  /** Executes one of several calls, whose target is checked. */
  async #executeOne(
    received: ReceivedCall,
    target: CallTarget,
    answers?: readonly GuardAnswer[],
  ): Promise<ExecutedCall> {
    const open = (): OpenCall => this.#open(received, target, { answers }).start();
    const { journal } = target.session ?? {};
    if (journal === undefined) {
      const call = open();
      return { actionReturn: this.#close(call, await executeCall(call)), unended: call.unended };
    }
    let unended: Promise<unknown> | undefined;
    const execute = async (ready: () => Promise<void>): Promise<Recorded<ActionReturn>> => {
      const call = open();
      const result = this.#close(call, await orFailed(call, () => executeJournaled(call, ready)));
      const end = call.guardedSession.history.count;
      unended = call.unended;
      return { result, end };
    };
    const actionReturn = await journal.step(`call ${received.recordedCall.id}`, execute, stepsOfReturn);
    return { actionReturn, unended };
  }

  /** @param more - of a call that is resumed, or that the guards may evaluate again though it belongs to no session */
  #open(received: ReceivedCall, { options, session }: CallTarget, more: Partial<CallDetails> = {}): OpenCall {
    const { memory = session && new WeakMap<object, unknown>() } = more;
    const details = { ...more, options: withSessionSignal(options, session), session, memory };
    return new OpenCall(received, this.pipeline, details);
  }

  /** @throws UnexpectedError for an unexpected error, only with the option `onUnexpected: "throw"` */
  #close(call: OpenCall, ending: CallEnding): ActionReturn {
    const actionReturn = call.close(ending);
    if (this.#throwsUnexpected && actionReturn.error?.code === "unexpected") {
      throw new UnexpectedError(actionReturn, { cause: ending.error });
    }
    return actionReturn;
  }

  async executeAll(calls: Iterable<ToolCall>, target: CallTarget): Promise<readonly ActionReturn[]> {
    checkCalls(calls);
    checkTarget(target);
    const { options, session } = target;
    const { pipeline } = this;
    const { tools, now } = pipeline;
    const isParallel = ({ name }: ToolCall): boolean => tools.find(name)?.tool.parallel === true;
    const { signal } = withSessionSignal(options, session);
    return executeAll(calls, {
      isParallel,
      timeoutOf: ({ name }) => timeoutOf(tools.find(name)?.tool, { options, pipeline }),
      execute: (call) => this.#executeOne(call, target),
      signal,
      now,
    });
  }

  async resume(actionReturn: ActionReturn, answer: unknown, target: CallTarget): Promise<ActionReturn> {
    checkTarget(target);
    const parsed = parseActionReturn(actionReturn);
    const { status, call, verdict, stages } = parsed;
    canonicalJson(answer);
    if (status === "pending") checkSession(parsed, target.session);
    if (status === "pending" && stages.run?.outcome === "pending") {
      return this.#continue(parsed, freezeCopy(answer) ?? null, target);
    }
    if (status !== "pending" || verdict?.kind !== "pending" || stages.guard?.pendingGuard === undefined) {
      throw new ResumeError(`the call "${call.id}" does not wait for an answer: its status is "${status}"`);
    }
    const latest: GuardAnswer = { guard: stages.guard.pendingGuard, pending: verdict, answer: freezeCopy(answer) };
    const answers = [...(stages.guard.answers ?? []), latest];
    const missing = answers.find(({ guard }) => this.pipeline.guards[guard] === undefined);
    if (missing !== undefined) {
      throw new ResumeError(
        `the call "${call.id}" waits for an answer to guard ${missing.guard}, which this executor does not have`,
      );
    }
    return this.execute(call, target, answers);
  }

  /** Continues a call whose tool waits for an answer. */
  async #continue(
    { call: input, stages: { guard, run } }: ActionReturn,
    answer: JsonValue,
    target: CallTarget,
  ): Promise<ActionReturn> {
    if (guard === undefined || guard.action === null) {
      throw new ResumeError(`the call "${input.id}" does not wait for an answer: no action was admitted`);
    }
    const { action } = guard;
    const { args } = action;
    const unknown = readUnknownRun(run?.waiting);
    const details: Partial<CallDetails> =
      unknown === undefined
        ? { resumption: { args, waiting: run?.waiting ?? null, answer } }
        : {
            resumption: unknown.resumption && { args, ...unknown.resumption },
            reconciliation: readReconciliation(answer),
          };
    const work = async (ready?: () => Promise<void>): Promise<Recorded<ActionReturn>> => {
      const call = this.#open(receiveCall(input), target, { memory: new WeakMap(), ...details }).start();
      target.session?.history.admit(call.recordedCall, action);
      await ready?.();
      const result = this.#close(call, await orFailed(call, () => continueCall(call, { ...guard, action })));
      return { result, end: call.guardedSession.history.count };
    };
    const { journal } = target.session ?? {};
    return journal === undefined ? (await work()).result : journal.step(`continue ${input.id}`, work, stepsOfReturn);
  }

  /** Calls a tool from code, and returns its own value. */
  async call(name: string, args: unknown, target: CallTarget<{ readonly id?: string | undefined }>): Promise<unknown> {
    checkName(name);
    checkTarget(target, "id");
    checkUnrecorded(target, "call");
    const { id = `direct_${++this.#directCalls}` } = target.options;
    const call = this.#open(receiveCall({ id, name, arguments: args }), target).start();
    const ending = await executeCall(call);
    const actionReturn = this.#close(call, ending);
    if (actionReturn.status !== "success") throw new CallError(actionReturn, { cause: ending.error });
    return ending.value;
  }

  /** A call that may run is not started: its ticket starts it. */
  async judge(input: ToolCall, target: CallTarget<JudgeOptions>): Promise<Judgement> {
    checkTarget(target, "expiresIn");
    checkUnrecorded(target, "judge");
    const { expiresIn = 300_000 } = target.options;
    const call = this.#open(receiveCall(input), target, { memory: new WeakMap() });
    const judged = await orFailed(call, () => judgeCall(call));
    if ("outcome" in judged) return { ok: false, actionReturn: this.#close(call, judged) };
    const { admitted, record, preparation } = judged;
    const expiresAt = this.pipeline.now() + expiresIn;
    const { args } = preparation.prepared.action;
    const { verdicts } = record;
    const ticket: Ticket = Object.freeze({ call: call.recordedCall, args, action: admitted, verdicts, expiresAt });
    this.#tickets.set(ticket, judged);
    return { ok: true, ticket };
  }

  /** Runs a ticket. That of a session's call must be one of this session. */
  async run(ticket: Ticket, target: CallTarget): Promise<ActionReturn> {
    checkTarget(target);
    const judged = this.#tickets.get(ticket);
    if (judged === undefined) {
      throw new TicketError("the ticket was run before, or this executor has not issued it");
    }
    const { session, options, memory } = judged.call;
    if (target.isInSession === true && session !== target.session)
      throw new TicketError("the ticket belongs to another session");
    this.#tickets.delete(ticket); // of several concurrent runs, only the first one gets here
    const runOptions = mergeOptions(options, withSessionSignal(target.options, session));
    const call = new OpenCall(judged.call, this.pipeline, { options: runOptions, session, memory }).start();
    return this.#close(call, await orFailed(call, () => executeJudged(judged, ticket.expiresAt, call)));
  }

  /** Creates the guard context of a session for no call, with the state of this moment. */
  async sessionContext(session: SessionScope, callers: AbortSignal | undefined): Promise<GuardContext> {
    const { signal } = withSessionSignal({ signal: callers }, session);
    if (!session.isStateLive) return this.hostContext(session, session.readState(), signal);
    const timeout = this.pipeline.guardTimeout ?? this.pipeline.timeout;
    signal?.throwIfAborted();
    const read = await new TimeLimit(timeout).race(session.readStateNow(), signal);
    if (read === "timeout") throw new TypeError(`the session's state function took longer than ${timeout} ms`);
    if (read === "aborted") throw signal?.reason;
    return this.hostContext(session, read.state, signal);
  }

  /** Creates a guard context that belongs to no call. */
  hostContext(session: SessionScope, state: unknown, signal: AbortSignal | undefined): GuardContext {
    // With a journal, the same event has the same id in each process, and so have the actions that guards invoke for it.
    const number = session.journal?.begun ?? ++this.#hostContexts;
    const event = receiveCall({ id: `event_${number}`, name: "", arguments: {} });
    const call = new OpenCall(event, this.pipeline, { options: { signal }, session });
    return new DecisionScope(call, undefined, undefined).begin(state);
  }
}

/** The options of a call, and the session that it belongs to. */
export interface CallTarget<More = unknown> {
  readonly options: ExecuteOptions & More;
  readonly session?: SessionScope | undefined;
  /** Whether the call is one of a `Session`, which takes fewer options. */
  readonly isInSession?: true;
}

/**
 * Checks the options of a call.
 *
 * @param more - another option that the call takes @throws ExecutorError if an option of the call is invalid
 */
function checkTarget({ options, isInSession }: CallTarget, more?: "id" | "expiresIn"): void {
  const names = isInSession === true ? sessionCallOptions : callOptions;
  checkCallOptions(options, more === undefined ? names : [...names, more], "a call");
}

/**
 * Refuses a method that a journaled session does not support.
 *
 * @throws ExecutorError if the session has a journal, which would not record the call
 */
function checkUnrecorded({ session }: CallTarget, method: string): void {
  if (session?.journal === undefined) return;
  const message = `a session with a journal has no "${method}", which would not be recorded: use "execute"`;
  throw new ExecutorError([{ code: "option", message }]);
}

/**
 * Checks that a pending call is resumed in its own session.
 *
 * @throws ResumeError if a call waits in another session: a person has answered with what happened there in mind
 */
function checkSession({ call, session: asking }: ActionReturn, session: SessionScope | undefined): void {
  if (asking === session?.id) return;
  throw new ResumeError(
    asking === undefined
      ? `the call "${call.id}" waits in no session: resume it with the executor`
      : `the call "${call.id}" waits in the session "${asking}": resume it there, or in a session with this id that continues it`,
  );
}

/** Returns the options of a call with a signal that is also aborted when the signal of its session is. */
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
