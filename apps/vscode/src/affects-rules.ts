/** Decides whether a changed document can change what rules decide: rules, or their policy. */
import type { TextDocument } from "vscode";
import { namedFiles } from "./settings.ts";

/** Whether a document contains rules, or the policy of rules. */
export function affectsRules({ languageId, uri }: TextDocument): boolean {
  if (languageId === "agentspec" || uri.path.endsWith("policy.json")) return true;
  return namedFiles().some((name) => uri.path.endsWith(`/${name}`));
}
