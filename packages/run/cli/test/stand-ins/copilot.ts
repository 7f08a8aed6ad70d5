import { type ClientContract, elementsOf, membersOf, printedJson, type Reaction } from "./contract.ts";

const eventNames = { prompt: "userPromptSubmitted", before: "preToolUse", after: "postToolUse" };

/** Copilot CLI. Source: GitHub's hooks reference. A command that fails denies; one that is too slow never does. */
export const copilot: ClientContract = {
  client: "copilot",
  hooks: (settings, moment, tool) =>
    elementsOf(membersOf(settings["hooks"])[eventNames[moment]])
      .filter(({ matcher }) => matcher === undefined || new RegExp(`^(?:${String(matcher)})$`).test(tool))
      .map((entry) => ({
        entry,
        command: String(entry["bash"] ?? entry["command"]),
        timeLimit: Number(entry["timeoutSec"] ?? 30) * 1000,
      })),
  toolOf: (call) => {
    if ("run" in call) return ["bash", { command: call.run, description: "runs it" }];
    if ("write" in call) return ["create", { path: call.write, file_text: call.content }];
    return ["edit", { path: call.edit, old_str: call.from, new_str: call.to }];
  },
  event: ({ moment, cwd, session, prompt, tool, args, result }) => ({
    ...{ sessionId: session, timestamp: 1_764_000_000_000, cwd },
    ...(moment === "prompt" ? { prompt } : { toolName: tool, toolArgs: JSON.stringify(args) }),
    ...(moment === "after" && { toolResult: { resultType: "success", textResultForLlm: result } }),
  }),
  reaction: ({ code, out, err, timedOut }): Reaction => {
    if (timedOut) return { kind: "proceed" };
    if (code !== 0) return { kind: "deny", reason: err };
    const { permissionDecision, permissionDecisionReason, modifiedArgs } = printedJson(out) ?? {};
    // A denial needs a reason.
    if (permissionDecision === "deny" && typeof permissionDecisionReason === "string")
      return { kind: "deny", reason: permissionDecisionReason };
    if (permissionDecision === "ask") return { kind: "ask", reason: String(permissionDecisionReason) };
    return modifiedArgs === undefined ? { kind: "proceed" } : { kind: "rewrite", args: membersOf(modifiedArgs) };
  },
};
