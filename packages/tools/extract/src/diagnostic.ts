/** Reports problems of the TypeScript source with their file and range. */
import type { Issue } from "@helve/core";
import { sourceText } from "@helve/core/internal";
import type { SyntaxNode } from "./compiler.ts";

/** A problem of a source file. An error leaves the function out; after a warning, it is in the document. */
export interface ExtractDiagnostic extends Issue {
  /** The absolute path of the file. */
  readonly file: string;
}

/** Creates a diagnostic at a node. */
export function diagnosticAt(
  node: Pick<SyntaxNode, "getStart" | "getEnd" | "getSourceFile">,
  {
    code,
    message,
    severity,
  }: { readonly code: string; readonly message: string; readonly severity: "error" | "warning" },
): ExtractDiagnostic {
  const source = node.getSourceFile();
  const range = sourceText(source.text).range(node.getStart(), node.getEnd());
  return { code, message, severity, file: source.fileName, range };
}
