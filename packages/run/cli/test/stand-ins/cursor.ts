import { type ClientContract, elementsOf, membersOf, printedJson, type Reaction } from "./contract.ts";

const eventNames = { prompt: "beforeSubmitPrompt", before: "preToolUse", after: "postToolUse" };

/**
 * Cursor 3.9. Sources: its hooks documentation, and measurements by others. With `failClosed`, a failure denies, and so does silence; that a
 * hook which is too slow denies is not sure, so the call goes on here. A question is not enforced.
 */
export const cursor: ClientContract = {
  client: "cursor",
  hooks: (settings, moment, tool) =>
    elementsOf(membersOf(settings["hooks"])[eventNames[moment]])
      .filter(({ matcher }) => matcher === undefined || new RegExp(String(matcher)).test(tool))
      .map((entry) => ({
        entry,
        command: String(entry["command"]),
        timeLimit: Number(entry["timeout"] ?? 60) * 1000,
      })),
  toolOf: (call) => {
    if ("run" in call) return ["Shell", { command: call.run, cwd: "", timeout: 30_000 }];
    if ("write" in call) return ["Write", { file_path: call.write, content: call.content }];
    return ["Write", { file_path: call.edit, content: call.to }];
  },
  event: ({ moment, cwd, session, prompt, id, tool, args, result }) => ({
    ...{ conversation_id: session, generation_id: "g", model: "auto", hook_event_name: eventNames[moment] },
    ...{ cursor_version: "3.9.16", workspace_roots: [cwd], user_email: null, transcript_path: null },
    ...(moment === "prompt"
      ? { prompt, attachments: [] }
      : { tool_name: tool, tool_input: args, tool_use_id: id, cwd }),
    ...(moment === "after" && { tool_output: JSON.stringify({ output: result }), duration: 1 }),
  }),
  reaction: ({ code, out, err, timedOut }, { entry }): Reaction => {
    if (timedOut) return { kind: "proceed" };
    if (code === 2) return { kind: "deny", reason: err };
    const { permission, user_message: reason, updated_input: args } = printedJson(out) ?? {};
    if (permission === "deny") return { kind: "deny", reason: String(reason) };
    if (code === 0 && permission !== undefined)
      return args === undefined ? { kind: "proceed" } : { kind: "rewrite", args: membersOf(args) };
    return entry["failClosed"] === true ? { kind: "deny", reason: "the hook failed" } : { kind: "proceed" };
  },
};
