/** The options of an `McpEndpoint`, which serves tools to MCP clients. */
import type { ActionReturn, InspectionRequest, ToolCall } from "@helve/core";
import type { SessionOptions } from "@helve/executor";
import type { Tool } from "@helve/tool";
import type {
  CallToolResult,
  ClientCapabilities,
  Tool as McpSdkTool,
  Server,
  ServerCapabilities,
  ServerContext,
  ToolAnnotations,
} from "@modelcontextprotocol/server";
import type { SessionHistory } from "./session-table.ts";

/** Options of an `McpEndpoint`. */
export interface McpEndpointOptions {
  /** The name of the server; `helve` by default. */
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly title?: string | undefined;
  /** A description of the server, for the model. */
  readonly instructions?: string | undefined;
  /** The annotations of a tool, such as `annotationsFrom(policy.tools)`. None by default but `idempotentHint`, which tools declare themselves. */
  readonly annotations?: ((tool: Tool) => ToolAnnotations | undefined) | undefined;
  /** The description of a tool as clients see it, except for its name; by default it is derived from the tool. */
  readonly listed?: ((tool: Tool) => McpSdkTool | undefined) | undefined;
  /** The `_meta` of a list of tools; none by default. */
  readonly listMeta?: (() => Readonly<Record<string, unknown>> | undefined) | undefined;
  /** Why there is no tool with a name, if the endpoint knows more than the executor. */
  readonly unknownTool?: ((name: string) => string | undefined) | undefined;
  /** Receives the arguments of each call as they were sent, with the id of the call. */
  readonly onArguments?: ((id: string, args: unknown) => void) | undefined;
  /** The result of a call as its client gets it; by default it is derived from the action return. */
  readonly resultOf?: ((actionReturn: ActionReturn) => CallToolResult | undefined) | undefined;
  /** Whether clients see a tool; they see all by default. A tool that is not listed can still be called. */
  readonly isListed?: ((tool: Tool) => boolean) | undefined;
  /**
   * Whether clients see `find_tool` and `call_tool` in place of the tools, so that a model reads only the tools that it searches for. False by
   * default. Rules are about the tool that is called.
   */
  readonly search?: boolean | undefined;
  /** The capabilities that the server declares besides tools; none by default. */
  readonly capabilities?: ServerCapabilities | undefined;
  /** Receives each server of the SDK that is created, to handle other requests. @returns the function to call when it is closed */
  readonly onServer?: ((server: Server, run: RunGuarded) => () => void) | undefined;
  /** Called before tools are listed or called, which wait for it, with what the client can do. If it throws, the client gets an error. */
  readonly ready?: ((capabilities: ClientCapabilities) => void | Promise<void>) | undefined;
  /** Options of each session: the prompt, the state, the store, the sandboxes. */
  readonly session?: Omit<SessionOptions, "trajectory" | "earlier"> | undefined;
  /** Stores the steps of sessions that have a handle. Without it they are lost when the process ends. */
  readonly history?: SessionHistory | undefined;
  /** How long the answer of a person is accepted, in milliseconds; ten minutes by default. */
  readonly answerLifetime?: number | undefined;
  /**
   * Asks a person if a client can't: `terminalInspector()` of `@helve/enforcer/node`. Without it such a call is rejected. The guards must
   * answer `pending`, as an engine does with `inspect: inspectLater()` and `lateAnswers`.
   */
  readonly inspect?:
    | ((request: InspectionRequest, context: { readonly signal: AbortSignal }) => PersonAnswer | Promise<PersonAnswer>)
    | undefined;
  /** Receives each action return before the client gets its result. If it throws, the client gets an error instead. */
  readonly record?: ((actionReturn: ActionReturn) => void | Promise<void>) | undefined;
  /** The clock, in milliseconds since 1970; `Date.now` by default. */
  readonly now?: (() => number) | undefined;
}

/** Runs an action through the guards, in the session of a request. The action need not be one of the listed tools. */
export type RunGuarded = (call: ToolCall, context: ServerContext) => Promise<ActionReturn>;

/** The answer of a person, in the form that the guard understands: an `InspectionAnswer` of `@helve/enforcer`. */
export interface PersonAnswer {
  readonly decision: string;
}
