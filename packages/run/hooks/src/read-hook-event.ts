/** Reads the event that a client sends to a hook. */
import type { Args, Issue, ReadResult } from "@helve/core";
import { exactJson, isObject, quote, withoutUndefined } from "@helve/core/internal";
import { hookClients } from "./clients.ts";
import { gatewayEvent, gatewaySource } from "./gateway-event.ts";
import type { HookBatchCall, HookClient, HookEvent, HookEventName, HookTool } from "./hook-event.ts";
import { jsonSource, memberSource } from "./json-source.ts";
import { serverOf, toolKind } from "./tool-kinds.ts";

/** Options for reading an event: its name in the client's configuration, for clients whose events do not contain it. */
export interface ReadHookOptions {
  /** The client's name of the event for which the hook is called: `preToolUse`. */
  readonly event?: string | undefined;
  /** The session, for clients that don't send it. */
  readonly session?: string | undefined;
}

/**
 * Reads an event that a client writes to the standard input of a hook. It never throws.
 *
 * @param input - the text, or its parsed JSON
 * @returns without a value if the event can't be read: the hook must deny then, see `hookFailure`
 *
 * @example
 * const { value, issues } = readHookEvent("claude-code", await text(process.stdin));
 */
export function readHookEvent(
  client: HookClient,
  input: unknown,
  { event: configured, session: assigned }: ReadHookOptions = {},
): ReadResult<HookEvent> {
  const issues: Issue[] = [];
  const parsed = parse(input, issues);
  if (parsed === undefined) return { value: undefined, issues };
  const source = typeof input === "string" ? jsonSource(withoutMark(input)) : undefined;
  const fields =
    client === "docker-mcp"
      ? fieldsOf(gatewayEvent(parsed), issues, source && gatewaySource(source))
      : fieldsOf(parsed, issues, source);
  const nativeEvent = fields.text("hook_event_name", "hookEventName") ?? configured ?? "";
  const event = eventOf(client, nativeEvent, fields);
  if (event === undefined) {
    const message = `${hookClients[client].title} sent an event without a name: pass the name from its configuration`;
    return { value: undefined, issues: [...issues, { code: "unknown_event", message }] };
  }
  const hasTool = toolEvents.has(event) && nativeEvent !== "tools/result";
  const tool = hasTool ? toolOf(client, nativeEvent, fields, issues) : undefined;
  const session = fields.text("session_id", "sessionId", "conversation_id", "conversationId") ?? assigned ?? "";
  const result = event === "after_tool" ? resultOf(fields) : undefined;
  const prompt = fields.value("prompt", "task", "user_prompt");
  const value: HookEvent = withoutUndefined({
    client,
    event,
    nativeEvent,
    session,
    agent: fields.text("agent_id", "agentId", "subagent_id"),
    cwd: fields.text("cwd", "workingDirectory") ?? firstText(fields.value("workspace_roots", "workspacePaths")),
    callId: fields.text("tool_use_id", "toolUseId", "toolCallId", "callId"),
    tool,
    result: result?.content,
    calls: event === "after_batch" ? callsOf(fields, issues) : undefined,
    failed: result && (result.failed || /Failure$/.test(nativeEvent)),
    // Another prompt than a text permits nothing, which is no reason to keep the client from going on.
    prompt: typeof prompt === "string" && prompt !== "" ? prompt : undefined,
    permissionMode: fields.text("permission_mode", "permissionMode"),
  });
  return issues.length > 0 ? { value: undefined, issues } : { value, issues: [] };
}

const toolEvents: ReadonlySet<HookEventName> = new Set(["before_tool", "after_tool", "permission_request"]);

/** The longest event that is read, in UTF-16 units. */
const maxLength = 50_000_000;

/** Parses an event; adds issues if it is invalid. */
function parse(input: unknown, issues: Issue[]): Readonly<Record<string, unknown>> | undefined {
  let value = input;
  if (typeof input === "string") {
    if (input.length > maxLength) {
      issues.push({ code: "too_long", message: `the event is too long (${input.length} characters)` });
      return undefined;
    }
    try {
      value = JSON.parse(withoutMark(input));
    } catch (error) {
      issues.push({ code: "not_json", message: `the event is not JSON (${(error as Error).message})` });
      return undefined;
    }
  }
  if (isObject(value) && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>;
  issues.push({ code: "type", message: "the event must be a JSON object" });
  return undefined;
}

/** Returns a text without the byte order mark at its start. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** Reads the fields of an event by any of their names. */
interface Fields {
  /** A text that is not empty; a value of another type is an issue. */
  text(...names: readonly string[]): string | undefined;
  value(...names: readonly string[]): unknown;
  has(...names: readonly string[]): boolean;
  /** The text of the value in the event. */
  source(...names: readonly string[]): string | undefined;
}

/** Wraps an event's object, to read its fields with their types checked. @param source - the text of the object, from `jsonSource` */
function fieldsOf(object: Readonly<Record<string, unknown>>, issues: Issue[], source?: string): Fields {
  const nameOf = (names: readonly string[]): string | undefined =>
    names.find((one) => Object.hasOwn(object, one) && object[one] !== null && object[one] !== undefined);
  const value = (...names: readonly string[]): unknown => {
    const name = nameOf(names);
    return name === undefined ? undefined : object[name];
  };
  return {
    value,
    source: (...names) => {
      const name = nameOf(names);
      return name === undefined || source === undefined ? undefined : memberSource(source, name);
    },
    has: (...names) => value(...names) !== undefined,
    text: (...names) => {
      const found = value(...names);
      if (found === undefined || found === "") return undefined;
      if (typeof found === "string") return found;
      issues.push({ code: "type", message: `${names[0]} must be a string`, path: `/${names[0]}` });
      return undefined;
    },
  };
}

/** The events of all clients; their names are the same with another first letter. */
const eventNames: ReadonlyMap<string, HookEventName> = new Map([
  ["preToolUse", "before_tool"],
  ["beforeTool", "before_tool"],
  ["beforeShellExecution", "before_tool"],
  ["beforeMCPExecution", "before_tool"],
  ["beforeReadFile", "before_tool"],
  ["beforeTabFileRead", "before_tool"],
  ["postToolUse", "after_tool"],
  ["postToolUseFailure", "after_tool"],
  ["postToolBatch", "after_batch"],
  ["afterTool", "after_tool"],
  ["afterShellExecution", "after_tool"],
  ["afterMCPExecution", "after_tool"],
  ["permissionRequest", "permission_request"],
  ["userPromptSubmit", "prompt"],
  ["userPromptSubmitted", "prompt"],
  ["beforeSubmitPrompt", "prompt"],
  ["beforeAgent", "prompt"],
  ["sessionStart", "session_start"],
  ["sessionEnd", "session_end"],
  ["subagentStart", "subagent_start"],
  ["subagentStop", "subagent_end"],
  ["tool.execute.before", "before_tool"],
  ["tool.execute.after", "after_tool"],
  ["tools/call", "before_tool"],
  ["tools/result", "after_tool"],
]);

/**
 * Events of the clients about which no rule is. A newer client may have others: one that names a tool and its arguments is judged as a call.
 */
const otherEvents: ReadonlySet<string> = new Set(
  [
    "notification permissionDenied stop stopFailure setup preCompact postCompact preCompress configChange cwdChanged fileChanged",
    "instructionsLoaded userPromptExpansion taskCreated taskCompleted teammateIdle worktreeCreate worktreeRemove",
    "elicitation elicitationResult agentStop errorOccurred afterFileEdit afterAgentResponse afterAgentThought",
    "afterTabFileEdit afterAgent beforeModel afterModel beforeToolSelection",
  ].flatMap((names) => names.split(" ")),
);

/** The event by its name, or by its fields if the client sends no name; `undefined` if neither says it. */
function eventOf(client: HookClient, name: string, fields: Fields): HookEventName | undefined {
  // A message to a subagent is written by the model.
  if (name === "chat.message") return fields.has("agent_id") ? "subagent_start" : "prompt";
  if (name !== "") {
    const key = name.charAt(0).toLowerCase() + name.slice(1);
    const known = eventNames.get(key) ?? (otherEvents.has(key) ? "other" : undefined);
    return known ?? (namesCall(fields) ? "before_tool" : "other");
  }
  if (client !== "copilot" && client !== "antigravity") return undefined;
  const isCall = fields.has("toolName", "tool_name", "toolCall");
  if (isCall) return fields.has("toolResult", "tool_result", "error") ? "after_tool" : "before_tool";
  return fields.has("prompt") ? "prompt" : undefined;
}

/** Whether an event is about a call. */
function namesCall(fields: Fields): boolean {
  return fields.has("toolCall") || (fields.has("tool_name", "toolName") && fields.has(...argumentFields));
}

/** Reads the tool of an event. */
function toolOf(client: HookClient, nativeEvent: string, fields: Fields, issues: Issue[]): HookTool | undefined {
  const call = fields.value("toolCall");
  const within = isObject(call)
    ? fieldsOf(call as Readonly<Record<string, unknown>>, issues, fields.source("toolCall"))
    : fields;
  const special = client === "cursor" ? specialTool(nativeEvent, fields) : undefined;
  const name = special?.name ?? within.text("tool_name", "toolName", "name");
  if (name === undefined) {
    issues.push({ code: "required", message: "tool_name is required", path: "/tool_name" });
    return undefined;
  }
  const args = special?.args ?? within.value(...argumentFields) ?? {};
  const source = special === undefined ? within.source(...argumentFields) : special.source;
  const read = argumentsOf(args, source);
  if (read === undefined) {
    const message = `tool_input of ${quote(name, 60)} must be an object, or an object as JSON`;
    issues.push({ code: "type", message, path: "/tool_input" });
    return undefined;
  }
  const provenance = fields.value("mcp_server", "mcp_context");
  const server =
    serverOf(name) ??
    (isObject(provenance) ? (textOf(provenance, "name") ?? textOf(provenance, "server_name")) : undefined) ??
    (nativeEvent === "beforeMCPExecution" ? "" : undefined);
  const kind = server === undefined && client !== "docker-mcp" ? toolKind(name) : "mcp";
  return withoutUndefined({ kind, name, ...read, server: server === "" ? undefined : server });
}

/** The names of the arguments in the events of the clients. */
const argumentFields = ["tool_input", "toolArgs", "args", "toolInput"];

/** Reads the calls of a batch. */
function callsOf(fields: Fields, issues: Issue[]): readonly HookBatchCall[] {
  const calls = fields.value("tool_calls");
  if (!Array.isArray(calls)) {
    issues.push({ code: "required", message: "tool_calls must be a list", path: "/tool_calls" });
    return [];
  }
  return calls.flatMap((call: unknown) => {
    const within = fieldsOf(isObject(call) ? (call as Readonly<Record<string, unknown>>) : {}, issues);
    const tool = toolOf("claude-code", "", within, issues);
    const callId = within.text("tool_use_id");
    if (callId === undefined)
      issues.push({ code: "required", message: "tool_use_id is required", path: "/tool_calls" });
    return tool === undefined || callId === undefined
      ? []
      : [{ callId, tool, result: within.value("tool_response") ?? "" }];
  });
}

/** Reads the tool of Cursor's special events, which have the arguments as event fields. */
function specialTool(event: string, fields: Fields): SpecialTool | undefined {
  if (/ShellExecution$/.test(event)) {
    const args = { command: fields.value("command"), ...withoutUndefined({ cwd: fields.text("cwd") }) };
    const place = Object.hasOwn(args, "cwd") ? `,"cwd":${fields.source("cwd")}` : "";
    return { name: "Shell", args, ...sourceOf(`{"command":${fields.source("command")}${place}}`, fields) };
  }
  if (event !== "beforeReadFile" && event !== "beforeTabFileRead") return undefined;
  const args = { path: fields.value("file_path") };
  return { name: "Read", args, ...sourceOf(`{"path":${fields.source("file_path")}}`, fields) };
}

/** Returns a text that is composed of several fields. */
function sourceOf(source: string, fields: Fields): Pick<HookTool, "source"> {
  return fields.source("hook_event_name", "hookEventName") === undefined ? {} : { source };
}

interface SpecialTool {
  readonly name: string;
  readonly args: unknown;
  readonly source?: string;
}

/** The arguments of a call: an object, also as JSON text; a text that is no JSON is the argument `input`. */
function argumentsOf(value: unknown, source: string | undefined): Pick<HookTool, "args" | "source"> | undefined {
  if (isObject(value) && !Array.isArray(value)) return withoutUndefined({ args: value as Args, source });
  if (typeof value !== "string") return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    if (isObject(parsed) && !Array.isArray(parsed)) {
      return { args: parsed as Args, source: source === undefined ? undefined : jsonSource(value) };
    }
  } catch {
    // A text, as some tools take it.
  }
  const args = { input: value };
  return { args, source: source === undefined ? undefined : exactJson(args) };
}

/** Reads the result of an event. */
function resultOf(fields: Fields): { readonly content: unknown; readonly failed: boolean } {
  const error = fields.value("error");
  const content = fields.value(
    "tool_response",
    "toolResult",
    "tool_result",
    "tool_output",
    "output",
    "result_json",
    "stdout",
  );
  const kind = isObject(content) ? (textOf(content, "resultType") ?? "") : "";
  return { content: content ?? error ?? "", failed: error !== undefined || kind === "failure" || kind === "error" };
}

/** Returns a member that is a text and not empty; undefined otherwise. */
function textOf(object: object, name: string): string | undefined {
  const value: unknown = Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Returns the first item of a list if it is a text. */
function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : undefined;
  return typeof first === "string" ? first : undefined;
}
