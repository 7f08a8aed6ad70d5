import type { Model } from "./model.ts";

declare module "@helve/core" {
  interface ToolContext {
    /**
     * The model of the run, whose usage and limits are those of the run (Inspect's `get_model()`): for one request, or for a `generateLoop` of the
     * tool's own.
     *
     * @throws Error if the session has no model
     */
    readonly model: Model;
  }
}

export { systemMessage, userMessage } from "./message.ts";
export { callsOf, plainText, textOf } from "./message.ts";
export { isMessage } from "./conversation-issues.ts";
export { messagesSchema } from "./messages-schema.ts";
export type {
  AssistantMessage,
  AssistantPart,
  CallPart,
  Message,
  ReasoningPart,
  SystemMessage,
  TextPart,
  ToolMessage,
  UserMessage,
} from "./message.ts";

export { complete } from "./model.ts";
export type { Model, ModelEvent, ModelRequest, ModelResponse, ModelTool, StopReason, ToolChoice } from "./model.ts";
export { ModelError } from "./model-error.ts";
export type { ModelErrorCode, ModelErrorOptions } from "./model-error.ts";
export { addUsage, costOf, noUsage } from "./usage.ts";
export type { Prices, Usage } from "./usage.ts";

export { openAiModel } from "./openai-model.ts";
export type { OpenAiModelOptions } from "./openai-model.ts";
export { namedModel } from "./named-model.ts";
export type { NamedModelOptions } from "./named-model.ts";
export { scriptedModel } from "./scripted-model.ts";
export type { ScriptedCall, ScriptedModelOptions, ScriptItem } from "./scripted-model.ts";
export { parseScript, readScript, ScriptError } from "./scripted-model/parse-script.ts";
export type { ScriptedTurn } from "./scripted-model/parse-script.ts";
export { recordedModel } from "./recorded-model.ts";
export type { RecordedModel, RecordedModelOptions } from "./recorded-model.ts";
export { parseRecording, readRecording, RecordingError } from "./recorded-model/recording.ts";
export type { ModelRecording, RecordedAnswer } from "./recorded-model/recording.ts";
export { withRetries } from "./with-retries.ts";
export type { RetryModelOptions } from "./with-retries.ts";

export { withProtocol } from "./with-protocol.ts";
export { withTextCalls } from "./with-text-calls.ts";
export type { WithProtocolOptions } from "./with-protocol.ts";
export type { Protocol, ProtocolAnswer, ProtocolCall, ProtocolPromptOptions } from "./protocol.ts";
export { reactProtocol } from "./protocols/react-protocol.ts";
export type { ReactProtocolOptions } from "./protocols/react-protocol.ts";
export { jsonProtocol } from "./protocols/json-protocol.ts";
export { tupleProtocol } from "./protocols/tuple-protocol.ts";

export { generateLoop } from "./generate-loop.ts";
export { react } from "./react.ts";
export type {
  AttemptOptions,
  ContinueResult,
  OnContinue,
  ReactOptions,
  ReactTurn,
  SubmitOptions,
} from "./react.ts";
export type { Limits, LoopOptions } from "./loop-options.ts";
export { outcomeOf } from "./agent-event.ts";
export type { AgentEvent, AgentRun } from "./agent-event.ts";
export type { AgentOutcome, LimitName, RunSummary } from "./agent-outcome.ts";
export type { PendingQuestion, QuestionPlace } from "./pending-question.ts";
export { resume } from "./resume.ts";
export type { ResumeLedger, ResumeOptions } from "./resume.ts";
export { parsePendingRun, PendingRunError, readPendingRun } from "./pending-run.ts";
export type { PendingEvent, PendingFinish, PendingRun, TurnCall } from "./pending-run.ts";
export { AgentError } from "./agent-error.ts";
export { modelTools } from "./model-tools.ts";

export { summarizeMessages, trimMessages } from "./compaction.ts";
export type { Compaction, CompactionContext, Compactor, SummaryOptions } from "./compaction.ts";
export { estimateTokens } from "./estimate-tokens.ts";

export { askUser } from "./ask-user.ts";
export type { AskUser, AskUserContext, AskUserOptions, UserAnswer } from "./ask-user.ts";
export { handoff } from "./handoff.ts";
export type { HandoffOptions } from "./handoff.ts";
export { judgeWith } from "./judge-with.ts";
export type { Judge, JudgeContext, JudgeOptions, Judgment } from "./judge-with.ts";
export { reflectWith } from "./reflect-with.ts";
export type { ReflectAnswer, ReflectRequest, ReflectWithOptions } from "./reflect-with.ts";
