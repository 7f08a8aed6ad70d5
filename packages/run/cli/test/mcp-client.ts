// A stand-in for an MCP server, and a client that sends requests to a process.

import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";

/** The tool of the stand-in. */
export interface StandInTool {
  readonly name: string;
  readonly description: string;
  /** The names of its parameters, which are strings: `path`, and others. */
  readonly parameters: readonly string[];
  /** The first word of its results: `deleted` of `deleted notes.txt`. */
  readonly did: string;
}

/** The program of a server with one tool, for `node -e`. The tool returns what it would do. */
export function serverProgram({ name, description, parameters, did }: StandInTool): string {
  const properties = Object.fromEntries(parameters.map((parameter) => [parameter, { type: "string" }]));
  const tool = { name, description, inputSchema: { type: "object", properties } };
  return `
    const answer = ({ method, params }) => method === "initialize"
      ? { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }
      : method === "tools/list" ? { tools: [${JSON.stringify(tool)}] }
      : method === "tools/call" ? { content: [{ type: "text", text: "${did} " + params.arguments.path }] } : undefined;
    require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, ...request } = JSON.parse(line);
      const result = answer(request);
      const reply = result ? { result } : { error: { code: -32601, message: "unknown" } };
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
    });
  `;
}

/** Sends a request, and returns its result or its error. */
export type Request = (method: string, params?: object) => Promise<unknown>;

/** Begins a session with a server on the standard input and output of a process. */
export async function connectTo({ stdin, stdout }: { stdin: Writable; stdout: Readable }): Promise<Request> {
  const waiting = new Map<number, (result: unknown) => void>();
  createInterface({ input: stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    waiting.get(id)?.(result ?? error);
  });
  const send = (message: object): void => void stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const request: Request = (method, params = {}) => {
    const id = waiting.size + 1;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(id, resolve);
    send({ id, method, params });
    return promise;
  };
  const clientInfo = { name: "test", version: "1" };
  await request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  send({ method: "notifications/initialized" });
  return request;
}
