/** Reads the session logs of Claude Code. */
import { isObject, ownMember } from "@helve/core/internal";
import { type LoggedCall, metadataOf, stepsOf, type Transcript, textIn, timeIn } from "./recorded-run.ts";

/** Whether a value is a line of a session of Claude Code that has a message. */
export function isClaudeCodeLine(value: unknown): boolean {
  const type = ownMember(value, "type");
  return (
    (type === "user" || type === "assistant") &&
    typeof ownMember(value, "sessionId") === "string" &&
    isObject(ownMember(value, "message"))
  );
}

/** The sessions in lines of Claude Code. What subagents did in the same file is a session of its own. */
export function readClaudeCodeLines(lines: readonly unknown[]): readonly Transcript[] {
  const sessions = new Map<string, Session>();
  for (const line of lines.filter(isClaudeCodeLine)) {
    const { sessionId, isSidechain, agentId } = line as Readonly<Record<string, unknown>>;
    const id = isSidechain === true ? `${String(sessionId)}/${String(agentId ?? "subagent")}` : String(sessionId);
    const session = sessions.get(id) ?? { calls: [], prompt: undefined, answer: "", cwd: ownMember(line, "cwd") };
    sessions.set(id, session);
    readLine(line as object, session);
  }
  return Array.from(sessions, ([id, { calls, prompt = "", answer, cwd }]) => ({
    id,
    prompt,
    answer,
    trajectory: stepsOf(calls),
    metadata: metadataOf({ cwd }),
  }));
}

interface Session {
  readonly calls: LoggedCall[];
  prompt: string | undefined;
  answer: string;
  readonly cwd: unknown;
}

/** Reads a line of a session of Claude Code. */
function readLine(line: object, session: Session): void {
  const content = ownMember(ownMember(line, "message"), "content");
  const parts = Array.isArray(content) ? content.filter(isObject) : [];
  const isMeta = ownMember(line, "isMeta") === true || ownMember(line, "isCompactSummary") === true;
  const text = textIn(
    typeof content === "string" ? content : parts.filter((part) => ownMember(part, "type") === "text"),
  );
  if (ownMember(line, "type") === "assistant") {
    if (text.trim() !== "") session.answer = text;
    for (const part of parts) {
      const { type, id, name, input } = part as Readonly<Record<string, unknown>>;
      if (type !== "tool_use" || typeof name !== "string") continue;
      session.calls.push({ id: String(id), tool: name, args: input });
    }
    return;
  }
  if (text !== "" && !isMeta) session.prompt ??= text;
  for (const part of parts) {
    const { type, tool_use_id: id, content: result, is_error: isError } = part as Readonly<Record<string, unknown>>;
    const call = type === "tool_result" ? session.calls.findLast((each) => each.id === id) : undefined;
    if (call === undefined) continue;
    const output = textIn(result);
    const isRefused = isError === true && refused.test(output);
    call.result ??= {
      text: output,
      isError: isError === true,
      hasRun: !isRefused,
      at: timeIn(ownMember(line, "timestamp")),
    };
  }
}

/** Matches the result of a call that the user, a hook or the settings refused, so that it did not run. */
const refused =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|Permission to use .* has been denied|PreToolUse:.* hook error|\[Request interrupted by user)/i;
