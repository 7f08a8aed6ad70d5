import {
  type AgentEvent,
  type AgentOutcome,
  generateLoop,
  type Message,
  type PendingQuestion,
  type PendingRun,
  type ReactOptions,
  type react,
  resume,
} from "@helve/agent";
import type { JsonValue } from "@helve/core";
import type { SessionOptions } from "@helve/executor";
import { attemptLedger } from "./attempt-ledger.ts";
import type { DurableBackend, Workflow, WorkflowContext } from "./durable-backend.ts";
import { answeredError, cancelledError, DurableError } from "./durable-error.ts";
import { journaledModel } from "./journaled-model.ts";
import type { Assignment, QuestionFilter, WaitingQuestion } from "./question-store.ts";
import { RunJournal } from "./run-journal.ts";

/**
 * Creates an agent whose runs outlive the process. Each answer of the model and each call is a step that is recorded: when the process ends,
 * another process continues after the last step. A call runs at most once. A run that needs a person waits without a process; `answer` continues it.
 *
 * Create it in each process with the same options, before the engine starts.
 *
 * @throws AgentError if an option is invalid
 *
 * @example
 * const agent = durableAgent({ name: "payments", model, executor, backend: dbosBackend({ database: pool }) });
 * await DBOS.launch();
 * const id = await agent.start("Pay my debts.");
 * const outcome = await agent.outcome(id);
 */
export function durableAgent(options: DurableAgentOptions): DurableAgent {
  const { name, backend, loop = generateLoop, session, assign, onEvent, ...loopOptions } = options;
  loop("checks the options", loopOptions);

  /** Runs one part of a run: until it ends, or needs an answer. */
  async function runPart(input: PartInput, { journal, signal }: WorkflowContext): Promise<PartResult> {
    const { run, part } = input;
    const steps = new RunJournal(journal);
    // The process that answered may have ended before it closed the questions.
    if (part > 1) await steps.step("answered", () => backend.questions.close(run, part - 1));
    if ("isCancelled" in input) return { status: "cancelled" };
    let isAhead = false;
    const partOptions = {
      ...loopOptions,
      model: journaledModel(loopOptions.model, steps, () => {
        isAhead = true;
      }),
      session: {
        ...(await session?.({ run })),
        id: run,
        journal: steps,
        ledger: attemptLedger(backend.ledger, () => isAhead),
      },
      signal,
    };
    const events =
      "pending" in input ? resume(input.pending, input.answers, partOptions) : loop(input.messages, partOptions);
    let outcome: AgentOutcome | undefined;
    for await (const event of events) {
      report(event, run);
      if (event.type === "end") outcome = event.outcome;
    }
    steps.throwIfFailed();
    signal.throwIfAborted();
    if (outcome === undefined) throw new TypeError("the events of the run ended without an outcome");
    if (outcome.status === "pending") {
      const { questions } = outcome;
      await steps.step("questions", async () => {
        const asked = { agent: name, run, part, askedAt: Date.now() };
        await backend.questions.add(
          await Promise.all(
            questions.map(async (question) => ({ ...asked, question, ...(await assigned(question, run)) })),
          ),
        );
      });
    }
    return outcome;
  }

  /** Returns who may answer a question and until when. */
  async function assigned(question: PendingQuestion, run: string): Promise<Assignment> {
    const { to, escalation, expires = Infinity } = (await assign?.(question, { run })) ?? {};
    const end = Math.min(expires, question.expires ?? Infinity);
    return { ...(to && { to }), ...(escalation && { escalation }), ...(end < Infinity && { expires: end }) };
  }

  /** Calls the listener of events, and ignores its errors. */
  function report(event: AgentEvent, run: string): void {
    try {
      onEvent?.(event, { run });
    } catch {
      // A listener does not end a run.
    }
  }

  const parts: Workflow<PartInput, PartResult> = backend.workflow(`helve.${name}`, runPart);

  /** The number of the part that a run is in. @throws DurableError if there is no such run */
  async function currentPart(run: string): Promise<number> {
    if ((await parts.status(run)) === undefined) {
      throw new DurableError("unknown_run", `the agent ${name} has no run with the id ${JSON.stringify(run)}`);
    }
    for (let part = 1; ; part++) if ((await parts.status(partId(run, part + 1))) === undefined) return part;
  }

  return {
    name,
    async start(input, { id = crypto.randomUUID() } = {}) {
      if (id === "" || id.includes(partMark) || id.length > maxIdLength || id !== id.toWellFormed()) {
        const message = `the id of a run must be a text of 1 to ${maxIdLength} characters without ${JSON.stringify(partMark)} (got ${JSON.stringify(id)})`;
        throw new DurableError("invalid_id", message);
      }
      loop(input, loopOptions); // checks the conversation
      await parts.start(id, { run: id, part: 1, messages: input });
      return id;
    },
    async outcome(id, { signal } = {}) {
      const result = await parts.result(partId(id, await currentPart(id)), signal);
      if (result.status === "cancelled") throw cancelledError(id);
      return result;
    },
    questions: (filter = {}) => backend.questions.list({ ...filter, agents: [name] }),
    async answer(id, answers, { part: asked, by } = {}) {
      const part = await currentPart(id);
      if (asked !== undefined && asked !== part) throw answeredError(id);
      const status = await parts.status(partId(id, part));
      const result = status === "ended" ? await parts.result(partId(id, part)) : undefined;
      const state = result?.status ?? status;
      if (state === "cancelled") throw cancelledError(id);
      if (result?.status !== "pending") {
        throw new DurableError(
          "not_waiting",
          `the run ${JSON.stringify(id)} does not wait for an answer: it is ${state}`,
        );
      }
      resume(result.run, answers, loopOptions); // checks the answers
      const next: PartInput = { run: id, part: part + 1, pending: result.run, answers: answers as PartAnswers, by };
      if (!(await parts.start(partId(id, part + 1), next))) throw answeredError(id);
      await backend.questions.close(id, part);
    },
    async cancel(id) {
      for (;;) {
        const part = await currentPart(id);
        const current = partId(id, part);
        const isWaiting =
          (await parts.status(current)) === "ended" && (await parts.result(current)).status === "pending";
        if (!isWaiting) return parts.cancel(current);
        // An answer that comes at the same time may be first.
        if (!(await parts.start(partId(id, part + 1), { run: id, part: part + 1, isCancelled: true }))) continue;
        return backend.questions.close(id, part);
      }
    },
  };
}

/** Options of {@link durableAgent}: those of the loop, and where it runs. */
export interface DurableAgentOptions extends Omit<ReactOptions, "session" | "signal"> {
  /** Names the workflow: the same in each process, and different for each agent of a backend. */
  readonly name: string;
  readonly backend: DurableBackend;
  /** The loop: `generateLoop` by default, or `react`. */
  readonly loop?: typeof generateLoop | typeof react | undefined;
  /** Returns options for the session of a run, such as its `state` or its store. It is called in each process that continues the run. */
  readonly session?:
    | ((run: { readonly run: string }) => DurableSessionOptions | Promise<DurableSessionOptions>)
    | undefined;
  /** Says who may answer a question, and until when, for an `inbox`; by default, everybody may, as long as the engine of the rules accepts it. */
  readonly assign?:
    | ((question: PendingQuestion, run: { readonly run: string }) => Assignment | Promise<Assignment>)
    | undefined;
  /** Receives the events of runs in this process; what it throws is ignored. When a run continues after its process ended, its earlier events come again. */
  readonly onEvent?: ((event: AgentEvent, run: { readonly run: string }) => void) | undefined;
}

/** Options of the session of a durable run. The run itself provides the others. */
export type DurableSessionOptions = Pick<SessionOptions, "prompt" | "state" | "earlier" | "store" | "sandboxes">;

/** An agent whose runs outlive the process. */
export interface DurableAgent {
  readonly name: string;
  /**
   * Starts a run.
   *
   * @param options.id - a run with an id that was started before is not started again; random by default
   * @returns the id of the run
   * @throws DurableError `invalid_id`; AgentError if the input is no conversation
   */
  start(input: string | readonly Message[], options?: { readonly id?: string | undefined }): Promise<string>;
  /**
   * Waits until a run ends or needs an answer, wherever it runs.
   *
   * @throws DurableError `unknown_run`, `cancelled` or `failed`; the reason of the signal
   */
  outcome(id: string, options?: { readonly signal?: AbortSignal | undefined }): Promise<AgentOutcome>;
  /** The questions that runs of this agent wait for, the oldest first. */
  questions(filter?: Omit<QuestionFilter, "agents">): Promise<readonly WaitingQuestion[]>;
  /**
   * Continues a run that waits. Of several answers to the same question, one counts. A question without an answer waits on.
   *
   * @param answers - by the ids of the questions, as for `resume` of `@helve/agent`
   * @param options.part - the part that asked: the answer is to its questions only
   * @param options.by - who answers, for the record
   * @throws DurableError `unknown_run`, `not_waiting` or `answered`; AgentError for an invalid answer
   */
  answer(id: string, answers: Readonly<Record<string, unknown>>, options?: AnswerOptions): Promise<void>;
  /** Cancels a run. A call that is running gets an aborted signal. @throws DurableError `unknown_run` */
  cancel(id: string): Promise<void>;
}

/** Options of {@link DurableAgent.answer}. */
export interface AnswerOptions {
  readonly part?: number | undefined;
  readonly by?: string | undefined;
}

/** The input of a part of a run: a conversation, or the run that waited and the answers. Plain JSON. */
type PartInput = { readonly run: string; readonly part: number } & (
  | { readonly messages: string | readonly Message[] }
  | { readonly pending: PendingRun; readonly answers: PartAnswers; readonly by?: string | undefined }
  | { readonly isCancelled: true }
);

/** The outcome of a part: the outcome of the run, a question, or `cancelled` if the run was cancelled while it waited. */
type PartResult = AgentOutcome | { readonly status: "cancelled" };

type PartAnswers = Readonly<Record<string, JsonValue>>;

/** The id of a part in the engine. The first part has the id of the run. */
function partId(run: string, part: number): string {
  return part === 1 ? run : `${run}${partMark}${part}`;
}

const partMark = "~";
const maxIdLength = 200;
