import { type Catalogue, diagnose } from "@helve/agentspec";
import type { Issue } from "@helve/core";
import { readOpenTool } from "@helve/opentool";
import { predicateCatalogue } from "@helve/predicates";
import type { InputFile } from "./input-files.ts";
import { misspelledTools } from "./misspelled-tools.ts";
import { policyIssues } from "./policy-file.ts";

/** Finds the problems of a rule file, a policy or an OpenTool document; which it is, its name and content say. */
export function checkFile(file: InputFile, tools: Catalogue["tools"]): CheckedFile {
  if (!file.name.endsWith(".json")) {
    const catalogue: Catalogue = { predicates: predicateCatalogue, tools };
    const issues = diagnose(file.text, catalogue);
    return { file, issues: tools === undefined ? [...issues, ...misspelledTools(file.text)] : issues };
  }
  return { file, issues: isOpenTool(file.text) ? readOpenTool(file.text).issues : policyIssues(file.text) };
}

/** A file with its problems. */
export interface CheckedFile {
  readonly file: InputFile;
  readonly issues: readonly Issue[];
}

/** Whether a text is an OpenTool document instead of a policy. */
function isOpenTool(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof value === "object" && value !== null && "opentool" in value;
  } catch {
    return false;
  }
}
