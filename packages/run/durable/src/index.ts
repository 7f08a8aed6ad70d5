/** The public API: agents, executors, where they run, and what outlives a process. */
export { durableAgent } from "./durable-agent.ts";
export type { AnswerOptions, DurableAgent, DurableAgentOptions, DurableSessionOptions } from "./durable-agent.ts";
export { durableExecutor } from "./durable-executor.ts";
export type { DurableExecutor, DurableExecutorOptions } from "./durable-executor.ts";
export { DurableError } from "./durable-error.ts";
export type { DurableErrorCode } from "./durable-error.ts";

export type {
  AnswerLedger,
  DurableBackend,
  Workflow,
  WorkflowContext,
  WorkflowRun,
  WorkflowStatus,
} from "./durable-backend.ts";
export { memoryBackend } from "./memory-backend.ts";
export type { MemoryBackend } from "./memory-backend.ts";

export { createInbox, placeOf } from "./create-inbox.ts";
export type { Inbox, InboxOptions, InboxPlace, InboxQuestion, Person, PersonAnswer } from "./create-inbox.ts";
export type { Choice, DescribeRule, QuestionView, ShownArgument, ShownRule } from "./question-view.ts";
export type { Assignment, QuestionFilter, QuestionStore, WaitingQuestion } from "./question-store.ts";
export { postgresLedger } from "./postgres-ledger.ts";
export type { LeasedLedger, LedgerOptions } from "./leased-ledger.ts";
export { postgresQuestions } from "./postgres-questions.ts";
export { postgresAnswers } from "./postgres-answers.ts";

export { collect } from "./work-queue.ts";
export type { CollectedItem, ItemContext, ItemHandler, ItemOutcome, QueuedItem, WorkQueue } from "./work-queue.ts";
export { workflowQueue } from "./workflow-queue.ts";
export type { WorkflowQueueOptions } from "./workflow-queue.ts";
export { callHandler } from "./call-handler.ts";
export type { CallHandlerOptions, QueuedCall } from "./call-handler.ts";
