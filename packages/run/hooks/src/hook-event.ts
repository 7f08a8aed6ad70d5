/** The event with which a coding agent calls a hook, in one form for all clients. */
import type { Args } from "@helve/core";

/** A program that calls hooks: a coding agent, or a gateway between agents and tools. */
export type HookClient =
  | "claude-code"
  | "codex"
  | "copilot"
  | "cursor"
  | "gemini"
  | "antigravity"
  | "opencode"
  /** Docker's MCP gateway, which calls interceptors for the tools of all its servers. */
  | "docker-mcp";

/** The kinds of events of an agent, under the same names for all clients. */
export type HookEventName =
  /** The user has sent a request. */
  | "prompt"
  /** The agent wants to call a tool. */
  | "before_tool"
  /** A tool has returned, or failed. */
  | "after_tool"
  /** All calls of one reply of the model have ended, and the model reads their results next. */
  | "after_batch"
  /** The client is about to ask the person for permission. */
  | "permission_request"
  | "session_start"
  | "session_end"
  /** A subagent starts with a request of the main agent. */
  | "subagent_start"
  | "subagent_end"
  /** An event that no rule is about. */
  | "other";

/** The kind of a tool, by its name. `@helve/predicates` knows the arguments and effects of these tools. */
export type HookToolKind =
  | "shell"
  | "write"
  | "edit"
  | "patch"
  | "notebook"
  | "read"
  | "web"
  | "agent"
  | "mcp"
  | "other";

/** A call of a tool. */
export interface HookTool {
  readonly kind: HookToolKind;
  /** The client's own name: `Bash`, `run_shell_command`, `mcp__files__write_file`. */
  readonly name: string;
  readonly args: Args;
  /**
   * The arguments as JSON as the client wrote them, without whitespace: unlike `args` with all digits of numbers and all members with the same
   * key. Only the same call has the same text. Absent if the event was not passed as a text.
   */
  readonly source?: string;
  /** The MCP server that has the tool; absent for the client's own tools. */
  readonly server?: string;
}

/** A call that has ended, at `after_batch`. */
export interface HookBatchCall {
  readonly callId: string;
  readonly tool: HookTool;
  /** The result as the model reads it next. */
  readonly result: unknown;
}

/** An event of any client in one form. */
export interface HookEvent {
  readonly client: HookClient;
  readonly event: HookEventName;
  /** The client's own name of the event; `""` if the client does not send it. */
  readonly nativeEvent: string;
  readonly session: string;
  /** The subagent that calls; absent for the main agent. */
  readonly agent?: string;
  /** The working directory. */
  readonly cwd?: string;
  /** The id of the call, the same before and after it. */
  readonly callId?: string;
  /** The tool that is called; at `before_tool`, `permission_request` and, unless the client does not name it, `after_tool`. */
  readonly tool?: HookTool;
  /** The tool's result, at `after_tool`. */
  readonly result?: unknown;
  /** Whether the tool failed, at `after_tool`. */
  readonly failed?: boolean;
  /** The calls that have ended, at `after_batch`. */
  readonly calls?: readonly HookBatchCall[];
  /** The request of the user, or the one that a subagent got. */
  readonly prompt?: string;
  /** The client's permission mode, in its own words: `default`, `bypassPermissions`. */
  readonly permissionMode?: string;
}
