import { isObject } from "@helve/core/internal";

/** What takes the place of a result. `isCertain` is false if Claude Code may refuse it and show the result itself. */
interface WithheldOutput {
  readonly output: unknown;
  readonly isCertain: boolean;
}

/**
 * The output of a tool whose result is withheld. Claude Code ignores an output without the form of the tool's own, so the text takes the place of
 * the texts in it.
 */
export function withheldOutput(tool: string, response: unknown, text: string): WithheldOutput {
  if (tool.startsWith("mcp__")) return { output: [{ type: "text", text }], isCertain: true };
  if (typeof response === "string") return { output: text, isCertain: true };
  if (tool === "Bash" && isObject(response)) {
    const { interrupted = false } = response as { readonly interrupted?: unknown };
    return { output: { stdout: text, stderr: "", interrupted: interrupted === true, isImage: false }, isCertain: true };
  }
  if (tool === "Read" && isTextFile(response)) {
    const { filePath } = response.file;
    const file = { filePath, content: text, numLines: 1, startLine: 1, totalLines: 1 };
    return { output: { type: "text", file }, isCertain: true };
  }
  return { output: text, isCertain: false };
}

function isTextFile(response: unknown): response is { readonly file: { readonly filePath: string } } {
  if (!isObject(response)) return false;
  const { type, file } = response as { readonly type?: unknown; readonly file?: unknown };
  return type === "text" && isObject(file) && typeof (file as { filePath?: unknown }).filePath === "string";
}
