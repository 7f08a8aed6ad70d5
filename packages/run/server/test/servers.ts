import type { Guard } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { type Tool, ToolError, tool } from "@helve/tool";
import { z } from "zod";
import { createServer, type OpenToolServer, type ServerOptions } from "../src/index.ts";

/** Tools that do what a test needs. */
const tools = {
  add: tool({
    name: "add",
    description: "Add two numbers.",
    parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
    returns: z.number(),
    parallel: true,
    execute: ({ x, y }) => x + y,
  }),
  echo: tool({
    name: "echo",
    description: "Return the text.",
    parameters: z.object({ text: z.string().describe("the text") }),
    execute: ({ text }) => text,
  }),
  user: tool({
    name: "user",
    description: "Return a user.",
    parameters: z.object({}),
    execute: () => ({ name: "ann" }),
  }),
  nothing: tool({
    name: "nothing",
    description: "Return nothing.",
    parameters: z.object({}),
    execute: () => undefined,
  }),
  refuse: tool({
    name: "refuse",
    description: "Fail.",
    parameters: z.object({}),
    execute: () => {
      throw new ToolError("No such page.");
    },
  }),
  crash: tool({
    name: "crash",
    description: "Fail unexpectedly.",
    parameters: z.object({}),
    execute: () => {
      throw new Error("postgres://root:hunter2@db refused the connection");
    },
  }),
  pieces: tool({
    name: "pieces",
    description: "Return a text in pieces.",
    parameters: z.object({}),
    execute: () => new Response("one two").body?.pipeThrough(new TextDecoderStream()),
  }),
  count: tool({
    name: "count",
    description: "Count up.",
    parameters: z.object({ to: z.number().describe("the last number") }),
    execute: async function* ({ to }) {
      for (let n = 1; n <= to; n++) {
        await Promise.resolve();
        yield n;
      }
    },
  }),
  report: tool({
    name: "report",
    description: "Report progress.",
    parameters: z.object({}),
    execute: (_, { progress }) => {
      progress("half");
      return { text: "whole" };
    },
  }),
} as const;

/** A server of all tools, and of others. */
export function serverOf(
  options: ServerOptions = {},
  more: readonly Tool[] = [],
  guards: readonly Guard[] = [],
): OpenToolServer {
  return createServer(executorOf(more, guards), options);
}

/** An executor of all tools, and of others. */
export function executorOf(more: readonly Tool[] = [], guards: readonly Guard[] = []): ActionExecutor {
  return new ActionExecutor([...(Object.values(tools) as readonly Tool[]), ...more], { guards });
}

const base = "http://localhost:9627";

/** A request to this machine. */
export function request(path: string, init: RequestInit = {}): Request {
  return new Request(`${base}${path}`, { ...init, headers: { host: "localhost:9627", ...init.headers } });
}

/** A request that calls a function. @param body - what differs from a usual call, or the whole text */
export function callRequest(body: object | string, init: RequestInit & { readonly path?: string } = {}): Request {
  const text = typeof body === "string" ? body : JSON.stringify({ jsonrpc: "2.0", id: "call_1", ...body });
  return request(init.path ?? "/opentool/call", {
    method: "POST",
    body: text,
    ...init,
    headers: { "content-type": "application/json", ...init.headers },
  });
}

/** The status and the body of an answer. */
export async function answerTo(
  server: OpenToolServer,
  sent: Request,
): Promise<readonly [status: number, body: unknown]> {
  const response = await server.fetch(sent);
  const text = await response.text();
  return [response.status, text === "" ? undefined : JSON.parse(text)];
}
