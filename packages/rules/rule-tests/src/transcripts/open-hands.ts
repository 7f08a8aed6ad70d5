/** Reads the events of OpenHands. */
import { isObject, ownMember } from "@helve/core/internal";
import { type LoggedCall, metadataOf, stepsOf, type Transcript, textIn, timeIn } from "./recorded-run.ts";

type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a list of events of OpenHands, or an object with one in `history` or `trajectory`. */
export function isOpenHandsHistory(value: unknown): boolean {
  const events = eventsOf(value);
  return events.length > 0 && events.every((event) => isEvent(event)) && events.some((event) => "source" in event);
}

/** The events of one run. */
export function readOpenHandsHistory(value: unknown): Transcript {
  const run: Run = { calls: [], byEvent: new Map(), prompt: undefined, answer: "" };
  for (const event of eventsOf(value)) {
    if (typeof event["kind"] === "string") readSdkEvent(event, run);
    else readEvent(event, run);
  }
  const { instance_id, instruction, test_result, error } = (Array.isArray(value) ? {} : value) as Members;
  return {
    id: String(instance_id ?? "openhands"),
    prompt: run.prompt ?? textIn(instruction),
    answer: run.answer,
    trajectory: stepsOf(run.calls),
    metadata: metadataOf({ test_result, error }),
  };
}

/** Converts older OpenHands logs, which pair actions with observations, to events. */
function eventsOf(value: unknown): readonly Members[] {
  const list = Array.isArray(value) ? value : (ownMember(value, "history") ?? ownMember(value, "trajectory"));
  return Array.isArray(list) ? list.flat().filter(isObject) : [];
}

function isEvent(event: Members): boolean {
  return ["action", "observation", "kind"].some((name) => typeof event[name] === "string");
}

interface Run {
  readonly calls: LoggedCall[];
  /** By the id of the event and of the call. */
  readonly byEvent: Map<unknown, LoggedCall>;
  prompt: string | undefined;
  answer: string;
}

/** Reads an event of OpenHands: an action or an observation. */
function readEvent(event: Members, run: Run): void {
  const { id, action, observation, source } = event;
  if (typeof action === "string") {
    const args = isObject(event["args"]) ? event["args"] : {};
    const text = textIn(args["content"]) || textIn(args["final_thought"]) || textIn(event["message"]);
    if (action === "message" && source === "user") run.prompt ??= text;
    else if (action === "message" || action === "finish") run.answer = text;
    else if (source === "agent" && !events.has(action)) addCall(callOf(event, action, args, run.calls.length), id, run);
    return;
  }
  if (typeof observation !== "string") return;
  const call = run.byEvent.get(event["cause"]);
  if (call === undefined) return;
  call.result ??= {
    text: textIn(event["content"]),
    isError: observation === "error" || observation === "user_rejected",
    hasRun: observation !== "user_rejected",
    at: timeIn(event["timestamp"]),
  };
}

/** Adds a call, so that a later event with its result finds it. */
function addCall(call: LoggedCall, id: unknown, run: Run): void {
  run.calls.push(call);
  if (id !== undefined) run.byEvent.set(id, call);
  run.byEvent.set(call.id, call);
}

/** Actions that are no call of a tool. */
const events: ReadonlySet<string> = new Set(
  "think recall change_agent_state system null condensation condensation_request pause resume stop".split(" "),
);

/** Returns the call of an OpenHands event. */
function callOf(event: Members, action: string, args: Members, before: number): LoggedCall {
  const metadata = event["tool_call_metadata"];
  const callId = ownMember(metadata, "tool_call_id");
  const choices = ownMember(ownMember(metadata, "model_response"), "choices");
  const message = ownMember(Array.isArray(choices) ? choices[0] : undefined, "message");
  const written = ownMember(message, "tool_calls");
  const called = Array.isArray(written)
    ? written.find((each) => written.length === 1 || ownMember(each, "id") === callId)
    : undefined;
  const fn = ownMember(called, "function");
  const id = typeof callId === "string" ? callId : `call_${before + 1}`;
  if (isObject(fn) && typeof fn["name"] === "string") return { id, tool: fn["name"], args: fn["arguments"] };
  const { tool, args: known } = callOfAction(action, args);
  return { id, tool, args: known };
}

/** Returns the tool and arguments that an action of OpenHands stands for. */
function callOfAction(action: string, args: Members): Pick<LoggedCall, "tool" | "args"> {
  switch (action) {
    case "run":
      return { tool: "execute_bash", args: { command: args["command"] } };
    case "run_ipython":
      return { tool: "execute_ipython_cell", args: { code: args["code"] } };
    case "read":
      return { tool: "str_replace_editor", args: { command: "view", path: args["path"] } };
    case "write":
      return {
        tool: "str_replace_editor",
        args: { command: "create", path: args["path"], file_text: args["content"] },
      };
    case "edit":
      return { tool: "str_replace_editor", args: { ...args, command: args["command"] || "str_replace" } };
    case "call_tool_mcp":
    case "mcp":
      return { tool: String(args["name"] ?? "mcp"), args: args["arguments"] };
    default:
      return { tool: action, args };
  }
}

/** An event of the OpenHands SDK. */
function readSdkEvent(event: Members, run: Run): void {
  const { kind, source } = event;
  if (kind === "MessageEvent") {
    const text = textIn(ownMember(event["llm_message"], "content"));
    if (source === "user") run.prompt ??= text;
    else if (text !== "") run.answer = text;
    return;
  }
  if (kind === "ActionEvent") {
    const { tool_name: tool, tool_call_id: callId, tool_call: written, action } = event;
    const fn = ownMember(written, "function") ?? written;
    const args = ownMember(fn, "arguments") ?? action;
    if (tool === "finish") run.answer = textIn(ownMember(action, "message")) || run.answer;
    else if (tool !== "think")
      addCall({ id: String(callId ?? event["id"]), tool: String(tool), args }, event["id"], run);
    return;
  }
  const call = run.byEvent.get(event["action_id"]) ?? run.byEvent.get(event["tool_call_id"]);
  if (call === undefined) return;
  const { observation } = event;
  const isRejected = kind === "UserRejectObservation";
  const reason = textIn(event["error"]) || textIn(event["rejection_reason"]);
  call.result ??= {
    text: textIn(ownMember(observation, "content")) || textIn(ownMember(observation, "output")) || reason,
    isError: isRejected || kind === "AgentErrorEvent" || ownMember(observation, "is_error") === true,
    hasRun: !isRejected,
    at: timeIn(event["timestamp"]),
  };
}
