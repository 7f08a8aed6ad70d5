import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request as the server of a model receives it. */
interface ModelRequest {
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly { readonly id: string }[];
  }[];
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Answers a request: with a text, with a call, or as it likes. */
export type Answer =
  | string
  | { readonly call: string; readonly args: object | string; readonly text?: string }
  | ((response: ServerResponse, request: ModelRequest) => void | Promise<void>);

/** Starts a server that speaks the chat completions of OpenAI, and gives each request the next answer. */
export async function modelServer(...answers: readonly Answer[]): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const received = { ...JSON.parse(body), headers: request.headers };
    const answer = answers[requests.length] ?? "That is all.";
    requests.push(received);
    if (typeof answer === "function") return answer(response, received);
    if (typeof answer === "string") return send(response, [{ content: answer }], "stop");
    const args = typeof answer.args === "string" ? answer.args : JSON.stringify(answer.args);
    const call = { index: 0, id: `id_${requests.length}`, function: { name: answer.call, arguments: args } };
    send(response, [{ content: answer.text ?? "" }, { tool_calls: [call] }], "tool_calls");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const model = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1#tiny`;
  return { model, requests };
}

/** A server, as `--model` names it, and what it has received. */
export interface ModelServer {
  readonly model: string;
  readonly requests: readonly ModelRequest[];
}

/** Sends pieces of a message as server-sent events. */
export function sendPieces(
  response: ServerResponse,
  pieces: readonly object[],
  finishReason: string | null = null,
): void {
  if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
  for (const delta of pieces) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`);
  }
}

/** Sends a whole message. */
export function send(response: ServerResponse, pieces: readonly object[], finishReason: string): void {
  sendPieces(response, pieces);
  sendPieces(response, [{}], finishReason);
  response.write(`data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 } })}\n\n`);
  response.end("data: [DONE]\n\n");
}
