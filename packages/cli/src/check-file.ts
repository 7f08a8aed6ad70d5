import { basename } from "node:path";
import { type Catalogue, diagnose, toolsFromDocuments } from "@helve/agentspec";
import { HelveError, type Issue } from "@helve/core";
import { readOpenTool } from "@helve/opentool";
import { predicateCatalogue, predicates } from "@helve/predicates";
import type { InputFile } from "./input-files.ts";
import { UsageError } from "./io.ts";
import { languages } from "./languages.ts";
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
    const catalogue: Catalogue = { predicates: predicateCatalogue, ...(tools !== undefined && { tools }) };
    return { file, issues: diagnose(file.text, catalogue) };
  }
  let value: unknown;
  try {
    value = JSON.parse(file.text);
  } catch (error) {
    return {
      file,
      issues: [{ code: "not_json", message: `expected JSON (${(error as Error).message})`, severity: "error" }],
    };
  }
  const isOpenTool = typeof value === "object" && value !== null && "opentool" in value;
  return { file, issues: isOpenTool ? readOpenTool(file.text).issues : policyIssues(value, file.name) };
}

/** The problems of a policy as JSON. */
function policyIssues(value: unknown, name: string): readonly Issue[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    const message = `${basename(name)} must be an object: a policy, or an OpenTool document with the member "opentool"`;
    return [{ code: "type", message, severity: "error", path: "" }];
  }
  const { $schema: _, ...policy } = value as { readonly $schema?: unknown };
  try {
    predicates({ ...policy, languages });
    return [];
  } catch (error) {
    if (!HelveError.is(error) || error.code !== "invalid_policy") throw error;
    return (error as HelveError & { readonly issues: readonly Issue[] }).issues;
  }
}
