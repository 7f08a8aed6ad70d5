import { type ClientContract, elementsOf, membersOf, printedJson, type Reaction } from "./contract.ts";

const eventNames = { prompt: "UserPromptSubmit", before: "PreToolUse", after: "PostToolUse" };

/** Claude Code, from 2.1.295. Sources: `sdk.d.ts` of @anthropic-ai/claude-agent-sdk 0.3.330, and its hooks reference. */
export const claudeCode: ClientContract = {
  client: "claude-code",
  hooks: (settings, moment, tool) =>
    elementsOf(membersOf(settings["hooks"])[eventNames[moment]])
      .filter(({ matcher }) => moment === "prompt" || matches(matcher, tool))
      .flatMap(({ hooks }) => elementsOf(hooks))
      .map((entry) => ({
        entry,
        command: String(entry["command"]),
        timeLimit: Number(entry["timeout"] ?? 600) * 1000,
      })),
  toolOf: (call) => {
    if ("run" in call) return ["Bash", { command: call.run, description: "runs it" }];
    if ("write" in call) return ["Write", { file_path: call.write, content: call.content }];
    return ["Edit", { file_path: call.edit, old_string: call.from, new_string: call.to, replace_all: false }];
  },
  event: ({ moment, cwd, session, prompt, id, tool, args, result }) => ({
    ...{ session_id: session, transcript_path: `${cwd}/t.jsonl`, cwd, prompt_id: "p", permission_mode: "default" },
    hook_event_name: eventNames[moment],
    ...(moment === "prompt" ? { prompt } : { tool_name: tool, tool_input: args, tool_use_id: id }),
    ...(moment === "after" && { tool_response: { stdout: result, stderr: "" }, duration_ms: 1 }),
  }),
  reaction: ({ code, out, err, timedOut }, { entry }): Reaction => {
    if (!timedOut && code === 2) return { kind: "deny", reason: err };
    const answer = printedJson(out);
    if (timedOut || code !== 0 || (out.trim() !== "" && answer === undefined)) {
      return entry["onFailure"] === "block" ? { kind: "deny", reason: "the hook failed" } : { kind: "proceed" };
    }
    const { permissionDecision, permissionDecisionReason, updatedInput } = membersOf(answer?.["hookSpecificOutput"]);
    const reason = String(permissionDecisionReason);
    if (permissionDecision === "deny") return { kind: "deny", reason };
    if (permissionDecision === "ask") return { kind: "ask", reason };
    return updatedInput === undefined ? { kind: "proceed" } : { kind: "rewrite", args: membersOf(updatedInput) };
  },
};

/** A matcher of simple characters is a list of names, any other a regular expression. */
function matches(matcher: unknown, tool: string): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  const text = String(matcher);
  return /^[\w,| -]+$/.test(text) ? text.split(/[|,]/).includes(tool) : new RegExp(text).test(tool);
}
