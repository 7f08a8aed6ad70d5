import { throwIssues } from "../agent-error.ts";
import type { AgentEvent } from "../agent-event.ts";
import { type Compaction, type CompactionContext, trimMessages } from "../compaction.ts";
import { conversationIssues } from "../conversation-issues.ts";
import { estimateTokens, toolTokens } from "../estimate-tokens.ts";
import { complete, type ModelRequest, type ModelResponse, type ModelTool } from "../model.ts";
import { ModelError } from "../model-error.ts";
import { withOtherIds } from "../unique-ids.ts";
import type { Run } from "./run.ts";
import { resultUntilAborted, untilAborted } from "./until-aborted.ts";

/**
 * Asks the model for the next message, and adds it to the conversation. A conversation that is too long is shortened first.
 *
 * @throws what the model throws
 */
export async function* askModel(run: Run, ownTools: readonly ModelTool[]): AsyncGenerator<AgentEvent, ModelResponse> {
  const { compaction } = run.options;
  if (compaction !== undefined && run.conversation.tokens > compaction.tokens) {
    yield* shorten(run, compaction, compaction.tokens);
  }
  for (;;) {
    try {
      return yield* ask(run, ownTools);
    } catch (error) {
      run.signal.throwIfAborted();
      if (compaction === undefined || !ModelError.is(error) || error.code !== "context_length") throw error;
      const before = run.conversation.tokens;
      yield* shorten(run, compaction, Math.min(compaction.tokens, before) * 0.7);
      if (run.conversation.tokens >= before) throw error;
    }
  }
}

/** Requests the next message. */
async function* ask(run: Run, ownTools: readonly ModelTool[]): AsyncGenerator<AgentEvent, ModelResponse> {
  const { model, request: more } = run.options;
  const tools = run.tools(ownTools);
  const messages = run.conversation.snapshot();
  const request: ModelRequest = {
    ...more,
    get messages() {
      return messages();
    },
    tools: tools.length > 0 ? tools : undefined,
    toolChoice: tools.length > 0 ? run.toolChoice : undefined,
    signal: run.signal,
  };
  for await (const event of untilAborted(model.generate(request), run.signal)) {
    if (event.type === "arguments") continue;
    if (event.type !== "end") {
      yield event;
      continue;
    }
    const response = { ...event.response, message: withOtherIds(event.response.message, run.callIds) };
    const usage = run.count(response, () => run.conversation.tokens + toolTokens(tools));
    run.steps++;
    run.conversation.add(response.message);
    yield { type: "message", message: response.message };
    yield usage;
    return response;
  }
  throw new ModelError("response", `${model.name}: the events ended without an answer`);
}

/** Shortens the conversation. */
async function* shorten(run: Run, { compact = trimMessages }: Compaction, tokens: number): AsyncGenerator<AgentEvent> {
  const { conversation } = run;
  const before = conversation.tokens;
  const earlier = conversation.messages;
  const usages: AgentEvent[] = [];
  const context: CompactionContext = {
    tokens,
    signal: run.signal,
    complete: async (request) => {
      const response = await complete(run.options.model, request);
      usages.push(run.count(response, () => estimateTokens(request.messages) + toolTokens(request.tools ?? noTools)));
      return response;
    },
  };
  const messages = await resultUntilAborted(() => compact(earlier, context), run.signal);
  yield* usages;
  if (messages === earlier) return;
  throwIssues(conversationIssues(messages, "what compaction.compact returns"));
  conversation.replace(messages);
  yield { type: "compaction", before, after: conversation.tokens };
}

const noTools: readonly ModelTool[] = [];
