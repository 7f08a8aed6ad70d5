import { isObject } from "@helve/core/internal";

/** The output that replaces a withheld result in Claude Code. */
export interface WithheldOutput {
  readonly output: unknown;
  /** Whether Claude Code is known to accept it. If not, it may ignore it and show the result itself: end the turn. */
  readonly isCertain: boolean;
}

/**
 * The output by which Claude Code replaces a result that is withheld (`updatedToolOutput`). Claude Code ignores an output without the form of the
 * tool's own, so the output is a copy of the result: the text takes the place of its texts, and 1 of its numbers.
 *
 * @param tool - Claude Code's name of the tool
 * @param response - the result, as the hook got it (`tool_response`)
 * @param text - what the model reads instead
 *
 * @example
 * withheldClaudeOutput("Glob", { filenames: ["key.pem"], numFiles: 7 }, "withheld").output; // { filenames: ["withheld"], numFiles: 1 }
 */
export function withheldClaudeOutput(tool: string, response: unknown, text: string): WithheldOutput {
  if (typeof response === "string") return { output: text, isCertain: true };
  if (tool.startsWith("mcp__")) return { output: [{ type: "text", text }], isCertain: true };
  if (tool === "Bash" && isObject(response)) {
    // A copy with `isImage` would be read as an image.
    const { interrupted } = response as { readonly interrupted?: unknown };
    return { output: { stdout: text, stderr: "", interrupted: interrupted === true, isImage: false }, isCertain: true };
  }
  if (tool === "Read" && isObject(response)) {
    // A text also takes the place of an image, a notebook or a PDF file.
    const file = { filePath: filePathOf(response), content: text, numLines: 1, startLine: 1, totalLines: 1 };
    return { output: { type: "text", file }, isCertain: true };
  }
  return {
    output: copyWithout(response, text),
    isCertain: copiedTools.has(tool) && typeof response === "object" && response !== null,
  };
}

/** The tools for which Claude Code has been seen to accept a copy. */
const copiedTools: ReadonlySet<string> = new Set([
  ...["Agent", "Edit", "Glob", "Grep", "ListMcpResourcesTool", "NotebookEdit", "ReadMcpResourceTool", "Skill"],
  ...["Task", "TaskCreate", "ToolSearch", "WebFetch", "WebSearch", "Write"],
]);

/** The path of the file of a `Read`, which is an argument of the call. */
function filePathOf({ file }: { readonly file?: unknown }): string {
  const { filePath } = (isObject(file) ? file : {}) as { readonly filePath?: unknown };
  return typeof filePath === "string" ? filePath : "";
}

/** Copies a value with its texts replaced; lists keep one member. */
function copyWithout(value: unknown, text: string, name = ""): unknown {
  if (typeof value === "number") return 1; // Claude Code would report 0 as "nothing found"
  if (typeof value === "string") return value === "" || isVariant(name, value) ? value : text;
  if (Array.isArray(value)) return value.slice(0, 1).map((member) => copyWithout(member, text));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyWithout(member, text, key)]));
}

/** Whether a text is a type tag such as `"type": "create"`, not content. */
function isVariant(name: string, value: string): boolean {
  return variantNames.has(name) && /^[a-z][a-z_]{0,30}$/.test(value);
}

const variantNames: ReadonlySet<string> = new Set(["type", "mode", "status", "cell_type", "edit_mode"]);
