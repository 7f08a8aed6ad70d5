import { type ClientContract, elementsOf, membersOf, printedJson, type Reaction } from "./contract.ts";

/** Antigravity 1.1, as others observed it. It has one event, and no session; an answer without a decision denies. */
export const antigravity: ClientContract = {
  client: "antigravity",
  hooks: (settings, moment, tool) =>
    moment !== "before"
      ? []
      : Object.values(settings)
          .flatMap((group) => elementsOf(membersOf(group)["PreToolUse"]))
          .filter(({ matcher }) => new RegExp(`^(?:${String(matcher)})$`).test(tool))
          .flatMap(({ hooks }) => elementsOf(hooks))
          .map((entry) => ({
            entry,
            command: String(entry["command"]),
            timeLimit: Number(entry["timeout"] ?? 60) * 1000,
          })),
  toolOf: (call) => {
    if ("run" in call) return ["run_command", { CommandLine: call.run }];
    if ("write" in call) return ["write_to_file", { TargetFile: call.write, CodeContent: call.content }];
    return ["replace_file_content", { TargetFile: call.edit, TargetContent: call.from, ReplacementContent: call.to }];
  },
  event: ({ cwd, tool, args }) => ({ toolCall: { name: tool, args }, workspacePaths: [cwd] }),
  reaction: ({ code, out, err, timedOut }): Reaction => {
    if (timedOut) return { kind: "proceed" };
    const { decision, reason } = printedJson(out) ?? {};
    if (code === 0 && decision === "allow") return { kind: "proceed" };
    if (code === 0 && (decision === "ask" || decision === "force_ask")) return { kind: "ask", reason: String(reason) };
    return { kind: "deny", reason: String(reason ?? err) };
  },
};
