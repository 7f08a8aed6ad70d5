import type { ToolUses } from "../tool-use.ts";
import { textEditor } from "./coding-agents.ts";

type Preset = Readonly<Record<string, ToolUses>>;

const anthropic: Preset = {
  bash: { code: "command", language: "shell", session: "kept" },
  str_replace_based_edit_tool: textEditor,
  str_replace_editor: textEditor,
  memory: [
    ...textEditor,
    { delete: "path", when: { command: "delete" } },
    { move: "old_path", to: "new_path", when: { command: "rename" } },
  ],
  code_execution: { code: "code", language: "python" },
  bash_code_execution: { code: "command", language: "shell" },
  text_editor_code_execution: textEditor,
  web_fetch: { fetch: "url" },
};

const openaiAgents: Preset = {
  shell: [
    { code: "commands", language: "shell", items: "programs" },
    { code: "action.commands", language: "shell", items: "programs" },
  ],
  shell_tool: { code: "commands", language: "shell", items: "programs" },
  local_shell: { code: "action.command", language: "shell", directory: "action.working_directory", items: "words" },
  apply_patch: [
    { write: "operation.path", when: { "operation.type": "create_file" } },
    { edit: "operation.path", new: "operation.diff", when: { "operation.type": "update_file" } },
    { delete: "operation.path", when: { "operation.type": "delete_file" } },
  ],
  code_interpreter: { code: "code", language: "python", session: "kept" },
};

const langChain: Preset = {
  terminal: { code: "commands", language: "shell", items: "programs" },
  shell: { code: "commands", language: "shell", items: "programs" },
  Python_REPL: { code: "query", language: "python", session: "kept" },
  python_repl: [
    { code: "query", language: "python", session: "kept" },
    { code: "code", language: "python", session: "kept" },
  ],
  python_repl_ast: { code: "query", language: "python", session: "kept" },
  execute: { code: "command", language: "shell" },
  ls: { list: "path" },
  read_file: { read: "file_path" },
  write_file: { write: "file_path", content: "text" },
  edit_file: { edit: "file_path", old: "old_string", new: "new_string", all: "replace_all" },
  file_delete: { delete: "file_path" },
  copy_file: { copy: "source_path", to: "destination_path" },
  move_file: { move: "source_path", to: "destination_path" },
  list_directory: { list: "dir_path" },
  file_search: { list: "dir_path" },
  requests_get: { fetch: "url" },
  requests_post: { fetch: "url", body: "data" },
  requests_put: { fetch: "url", body: "data" },
  requests_patch: { fetch: "url", body: "data" },
  requests_delete: { fetch: "url" },
  sql_db_query: { code: "query", language: "sql" },
};

const inspect: Preset = {
  bash: [
    { code: "cmd", language: "shell" },
    { code: "command", language: "shell" },
  ],
  python: { code: "code", language: "python" },
  bash_session: { code: "input", language: "shell", session: "kept" },
  text_editor: textEditor,
  web_browser_go: { fetch: "url" },
};

const lagent: Preset = {
  PythonInterpreter: { code: "command", language: "python" },
  "PythonInterpreter.run": { code: "command", language: "python" },
  IPythonInterpreter: { code: "command", language: "python", session: "kept" },
  "IPythonInterpreter.run": { code: "command", language: "python", session: "kept" },
  IPythonInteractive: { code: "command", language: "python", session: "kept" },
  "IPythonInteractive.run": { code: "command", language: "python", session: "kept" },
};

const helve: Preset = {
  "Terminal.Execute": { code: "command", language: "shell" },
  "PythonREPL.Run": { code: "code", language: "python" },
  "Files.Read": { read: "path" },
  "Files.Write": { write: "path", content: "content" },
  "Files.Edit": { edit: "path", old: "old_text", new: "new_text", all: "replace_all" },
  "Files.List": { list: "path" },
  "Files.Search": { search: "path" },
  "Files.Move": { move: "from", to: "to" },
  "Files.Delete": { delete: "path" },
};

/** The tools of model APIs, agent frameworks and evaluations. */
export const frameworkTools: Readonly<Record<string, Preset>> = {
  anthropic,
  openaiAgents,
  langChain,
  inspect,
  lagent,
  helve,
};
