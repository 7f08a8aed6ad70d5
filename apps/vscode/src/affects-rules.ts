import type { TextDocument } from "vscode";

/** Whether a document contains rules, or the policy of rules. */
export function affectsRules({ languageId, uri }: TextDocument): boolean {
  return languageId === "agentspec" || uri.path.endsWith("policy.json");
}
