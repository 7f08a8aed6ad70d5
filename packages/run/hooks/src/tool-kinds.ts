/** Classifies a client's tools by name: shell, file, web and others. */
import type { HookToolKind } from "./hook-event.ts";

const names: ReadonlyMap<HookToolKind, string> = new Map([
  [
    "shell",
    `Bash bash Shell shell PowerShell powershell Monitor local_shell container.exec shell_command exec_command write_stdin
    run_shell_command run_terminal_cmd runInTerminal run_in_terminal run_command write_bash write_powershell beforeShellExecution`,
  ],
  ["write", "Write write write_file create create_file write_to_file"],
  [
    "edit",
    `Edit edit MultiEdit multiEdit multiedit replace search_replace StrReplace edit_file editFiles replace_string_in_file replace_file_content
    str_replace_based_edit_tool insert_edit_into_file`,
  ],
  ["patch", "apply_patch ApplyPatch patch"],
  ["notebook", "NotebookEdit edit_notebook edit_notebook_file"],
  [
    "read",
    "Read read view read_file read_many_files NotebookRead view_image view_file Glob Grep LS list_dir list_directory glob grep",
  ],
  ["web", "WebFetch WebSearch webfetch websearch web_fetch web_search fetch google_web_search read_url_content"],
  ["agent", "Task Agent task agent invoke_subagent"],
]);

const kinds: ReadonlyMap<string, HookToolKind> = new Map(
  [...names].flatMap(([kind, list]) => list.split(/\s+/).map((name) => [name, kind] as const)),
);

/** Returns the kind of a tool by the name that a client gives it. */
export function toolKind(name: string): HookToolKind {
  return kinds.get(name) ?? (serverOf(name) === undefined ? "other" : "mcp");
}

/** The MCP server in the name of a tool: `files` in `mcp__files__write_file` and `MCP:files`. */
export function serverOf(name: string): string | undefined {
  return /^mcp__(.+?)__./.exec(name)?.[1] ?? /^MCP:(.+)$/.exec(name)?.[1];
}
