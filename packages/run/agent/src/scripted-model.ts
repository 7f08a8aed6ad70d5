import { optionIssue, throwIssues } from "./agent-error.ts";
import type { AssistantPart } from "./message.ts";
import type { Model, ModelEvent, ModelRequest, ModelResponse } from "./model.ts";
import { ModelError } from "./model-error.ts";
import type { ScriptedTurn } from "./scripted-model/parse-script.ts";
import { withUniqueIds } from "./unique-ids.ts";
import type { Prices } from "./usage.ts";

/**
 * A model that answers with prepared turns, one after the other: for tests, examples and demos.
 *
 * @param turns - texts, lists of calls, messages in the format of chat APIs (`parseScript` parses a file of them), functions of the
 *   request that return one of these, and errors, which are thrown
 *
 * @example
 * const model = scriptedModel([[{ name: "add", arguments: '{"x": 1, "y": 2}' }], "It is 3."]);
 */
export function scriptedModel(turns: Iterable<ScriptItem>, options: ScriptedModelOptions = {}): Model {
  if (typeof turns === "string") {
    throwIssues([optionIssue("the turns", "must be a list: to answer with one text, pass it in a list")]);
  }
  const script = [...turns];
  const { name = "scripted", prices } = options;
  let next = 0;
  return {
    name,
    prices,
    async *generate(request) {
      request.signal?.throwIfAborted();
      const item = script[next++];
      if (item === undefined) {
        throw new ModelError(
          "script_ended",
          `${name}: the script has ${script.length} turns, and this is request ${next}`,
        );
      }
      const turn = typeof item === "function" ? await item(request) : item;
      request.signal?.throwIfAborted();
      if (turn instanceof Error) throw turn;
      yield* eventsOf(messageOf(turn), request);
    },
  };
}

/** A turn of a {@link scriptedModel}. */
export type ScriptItem = Reply | Error | ((request: ModelRequest) => Reply | Error | Promise<Reply | Error>);

type Reply = string | readonly ScriptedCall[] | ScriptedTurn;

/** A call of a {@link scriptedModel}. The arguments are text, which may be invalid JSON. */
export interface ScriptedCall {
  /** Created if it is left out. */
  readonly id?: string;
  readonly name: string;
  readonly arguments: string;
}

/** Options of {@link scriptedModel}. */
export interface ScriptedModelOptions {
  /** `scripted` by default. */
  readonly name?: string | undefined;
  readonly prices?: Prices | undefined;
}

/** Converts a turn of the script to a message. */
function messageOf(turn: Reply): ScriptedTurn {
  if (typeof turn === "string") return { content: turn };
  if (!isCalls(turn)) return turn;
  return { tool_calls: turn.map(({ id, name, arguments: text }) => ({ id, function: { name, arguments: text } })) };
}

function isCalls(turn: readonly ScriptedCall[] | ScriptedTurn): turn is readonly ScriptedCall[] {
  return Array.isArray(turn);
}

/** Converts a turn of the script to events. */
function* eventsOf(turn: ScriptedTurn, { messages }: ModelRequest): Generator<ModelEvent> {
  const { content, reasoning = "", tool_calls = [], usage } = turn;
  const parts: AssistantPart[] = [];
  if (reasoning !== "") {
    parts.push({ type: "reasoning", content: reasoning });
    yield { type: "reasoning", delta: reasoning };
  }
  if (content !== undefined && content !== null && content !== "") {
    parts.push({ type: "text", content });
    yield { type: "text", delta: content };
  }
  for (const [index, { id = "", function: called }] of tool_calls.entries()) {
    parts.push({ type: "call", id, name: called.name, arguments: called.arguments });
    yield { type: "arguments", index, name: called.name, delta: called.arguments };
  }
  const message = withUniqueIds({ role: "assistant", parts }, messages);
  const stopReason = turn.stopReason ?? (tool_calls.length > 0 ? "calls" : "stop");
  const response: ModelResponse = { message, stopReason, usage };
  yield { type: "end", response };
}
