import type { AgentEvent } from "../agent-event.ts";
import { type Compaction, trimMessages } from "../compaction.ts";
import { estimateTokens } from "../estimate-tokens.ts";
import { complete, type ModelRequest, type ModelResponse, type ModelTool } from "../model.ts";
import { ModelError } from "../model-error.ts";
import { modelTools } from "../model-tools.ts";
import { withUniqueIds } from "../unique-ids.ts";
import type { Run } from "./run.ts";
import { untilAborted } from "./until-aborted.ts";

/**
 * Asks the model for the next message, and adds it to the conversation. A conversation that is too long is shortened first.
 *
 * @throws what the model throws
 */
export async function* askModel(run: Run, ownTools: readonly ModelTool[]): AsyncGenerator<AgentEvent, ModelResponse> {
  const { compaction } = run.options;
  if (compaction !== undefined && estimateTokens(run.messages) > compaction.tokens) {
    yield* shorten(run, compaction, compaction.tokens);
  }
  for (;;) {
    try {
      return yield* ask(run, ownTools);
    } catch (error) {
      run.signal.throwIfAborted();
      if (compaction === undefined || !ModelError.is(error) || error.code !== "context_length") throw error;
      const before = estimateTokens(run.messages);
      yield* shorten(run, compaction, Math.min(compaction.tokens, before) * 0.7);
      if (estimateTokens(run.messages) >= before) throw error;
    }
  }
}

async function* ask(run: Run, ownTools: readonly ModelTool[]): AsyncGenerator<AgentEvent, ModelResponse> {
  const { model, executor, request: more } = run.options;
  const tools = [...modelTools(executor), ...ownTools];
  const request: ModelRequest = {
    ...more,
    messages: run.messages,
    ...(tools.length > 0 && { tools, toolChoice: run.toolChoice }),
    signal: run.signal,
  };
  for await (const event of untilAborted(model.generate(request), run.signal)) {
    if (event.type === "arguments") continue;
    if (event.type !== "end") {
      yield event;
      continue;
    }
    const response = { ...event.response, message: withUniqueIds(event.response.message, run.messages) };
    run.steps++;
    run.add(response.message);
    yield { type: "message", message: response.message };
    yield run.count(request, response);
    return response;
  }
  throw new ModelError("response", `${model.name}: the events ended without an answer`);
}

async function* shorten(run: Run, { compact = trimMessages }: Compaction, tokens: number): AsyncGenerator<AgentEvent> {
  const before = estimateTokens(run.messages);
  const usages: AgentEvent[] = [];
  const messages = await compact(run.messages, {
    tokens,
    signal: run.signal,
    complete: async (request) => {
      const response = await complete(run.options.model, request);
      usages.push(run.count(request, response));
      return response;
    },
  });
  yield* usages;
  if (messages === run.messages) return;
  run.messages = messages;
  yield { type: "compaction", before, after: estimateTokens(messages) };
}
