import { type Catalogue, diagnose, toolsFromDocuments } from "@helve/agentspec";
import type { Issue } from "@helve/core";
import { readOpenTool } from "@helve/opentool";
import { predicateCatalogue } from "@helve/predicates";
import type { InputFile } from "./input-files.ts";
import { UsageError } from "./io.ts";
import { policyIssues } from "./policy-file.ts";
import { readText } from "./read-text.ts";

/** A file with its problems. */
export interface CheckedFile {
  readonly file: InputFile;
  readonly issues: readonly Issue[];
}

/** The tools of OpenTool documents, which rules may name; `undefined` if there is no document. */
export function toolsFromFiles(names: readonly string[], cwd: string): Catalogue["tools"] {
  if (names.length === 0) return undefined;
  const documents = names.map((name) => {
    const { value, issues } = readOpenTool(readText(name, cwd));
    if (value === undefined) throw new UsageError(`${name}: ${issues.map(({ message }) => message).join("; ")}`);
    return value;
  });
  return toolsFromDocuments(documents);
}

/** Finds the problems of a rule file, a policy or an OpenTool document; which it is, its name and content say. */
export function checkFile(file: InputFile, tools: Catalogue["tools"]): CheckedFile {
  if (!file.name.endsWith(".json")) {
    const catalogue: Catalogue = { predicates: predicateCatalogue, tools };
    return { file, issues: diagnose(file.text, catalogue) };
  }
  return { file, issues: isOpenTool(file.text) ? readOpenTool(file.text).issues : policyIssues(file.text) };
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
