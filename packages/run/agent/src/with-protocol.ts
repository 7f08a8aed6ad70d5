import type { Locale } from "@helve/core";
import { type AssistantPart, type Message, textOf, userMessage } from "./message.ts";
import type { Model, ModelEvent, ModelRequest, ModelResponse } from "./model.ts";
import type { Protocol } from "./protocol.ts";
import { responseWithCalls } from "./response-with-calls.ts";

/**
 * Adds tool calling to a model that lacks it: a text protocol describes the tools in the system message, and the calls are parsed
 * from the text of the answer. Earlier calls and results become text as well.
 *
 * The deltas are the text as the model writes it, protocol included; the final message has the calls as parts.
 *
 * @example
 * const model = withProtocol(openAiModel({ url, model: "internlm2" }), reactProtocol());
 */
export function withProtocol(model: Model, protocol: Protocol, options: WithProtocolOptions = {}): Model {
  const { locale = "en" } = options;
  return {
    ...model,
    name: model.name, // a class may have it as an accessor
    prices: model.prices,
    async *generate(request): AsyncGenerator<ModelEvent> {
      const { tools = [], toolChoice } = request;
      const usesProtocol = tools.length > 0 && toolChoice !== "none";
      for await (const event of model.generate(textRequest(request, protocol, locale, usesProtocol))) {
        yield event.type === "end" && usesProtocol
          ? { type: "end", response: parsedResponse(event.response, request, protocol) }
          : event;
      }
    },
  };
}

/** Options of {@link withProtocol}. */
export interface WithProtocolOptions {
  /** The language of the instructions; `en` by default. */
  readonly locale?: Locale | undefined;
}

/** Converts a request to text only, without tools. */
function textRequest(request: ModelRequest, protocol: Protocol, locale: Locale, usesProtocol: boolean): ModelRequest {
  const { tools = [], toolChoice = "auto", messages, stop = [], ...rest } = request;
  const texts = textMessages(messages, protocol);
  if (!usesProtocol) return { ...rest, messages: texts, stop: stop.length > 0 ? stop : undefined };
  const instructions = protocol.prompt(tools, { toolChoice, locale });
  return { ...rest, messages: withInstructions(texts, instructions), stop: [...stop, ...protocol.stop] };
}

/** Writes calls and results as text. The results of adjacent tool messages are one user message. */
function textMessages(messages: readonly Message[], protocol: Protocol): readonly Message[] {
  const converted: Message[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === "tool") {
      const media = message.parts.filter(({ type }) => type !== "text" && type !== "json");
      const parts = [{ type: "text" as const, content: protocol.writeResult(message) }, ...media];
      const last = converted.at(-1);
      if (messages[index - 1]?.role === "tool" && last?.role === "user") {
        converted[converted.length - 1] = userMessage([...last.parts, ...parts]);
      } else converted.push(userMessage(parts));
    } else if (message.role === "assistant") {
      converted.push({ role: "assistant", parts: [{ type: "text", content: protocol.write(message) }] });
    } else converted.push(message);
  }
  return converted;
}

/** Adds the instructions to the system message, or as one. */
function withInstructions(messages: readonly Message[], instructions: string): readonly Message[] {
  const [first, ...rest] = messages;
  if (first?.role !== "system") return [{ role: "system", content: instructions }, ...messages];
  return [{ role: "system", content: `${first.content}\n\n${instructions}` }, ...rest];
}

/** Parses the text of the answer. The reasoning that the model's own API separated stays. */
function parsedResponse(response: ModelResponse, request: ModelRequest, protocol: Protocol): ModelResponse {
  const { message } = response;
  const { thought, text, calls } = protocol.parse(textOf(message));
  const parts: AssistantPart[] = message.parts.filter(({ type }) => type === "reasoning");
  if (thought !== "") parts.push({ type: "reasoning", content: thought });
  if (text !== "") parts.push({ type: "text", content: text });
  return responseWithCalls(response, parts, calls, request.messages);
}
