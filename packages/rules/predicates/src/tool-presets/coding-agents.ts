/** Argument meanings of the tools of coding agents: Claude Code, Codex, Cursor and others. */
import type { ToolUse, ToolUses } from "../tool-use.ts";

type Preset = Readonly<Record<string, ToolUses>>;

/** A tool that edits files: its argument `command` names the operation. Anthropic's API and several agents have such a tool. */
export const textEditor: readonly ToolUse[] = [
  { read: "path", when: { command: "view" } },
  { write: "path", content: "file_text", when: { command: ["create", "write"] } },
  { edit: "path", old: "old_str", new: "new_str", when: { command: ["str_replace", "insert", "undo_edit"] } },
];

const shellCommand: ToolUse = { code: "command", language: "shell" };

const claudeCode: Preset = {
  Bash: { ...shellCommand, session: "directory" },
  Monitor: shellCommand,
  PowerShell: { code: "command", language: "powershell", session: "directory" },
  Read: { read: "file_path" },
  NotebookRead: { read: "notebook_path" },
  Write: { write: "file_path", content: "content" },
  Edit: { edit: "file_path", old: "old_string", new: "new_string", all: "replace_all" },
  MultiEdit: { edit: "file_path", old: "edits[].old_string", new: "edits[].new_string", all: "edits[].replace_all" },
  NotebookEdit: [
    { edit: "notebook_path", new: "new_source" },
    // Somebody will run the cell without any further call of a tool.
    { code: "new_source", language: "python", when: { cell_type: ["code", ""] } },
  ],
  Glob: { list: "path" },
  LS: { list: "path" },
  Grep: { search: "path" },
  WebFetch: { fetch: "url" },
  Skill: [
    { skill: "skill", input: "args" },
    { skill: "command", input: "args" },
  ],
  SlashCommand: { skill: "command" },
  Task: { skill: "subagent_type" },
  Agent: { skill: "subagent_type" },
};

const codex: Preset = {
  Bash: shellCommand,
  shell: { ...shellCommand, directory: "workdir", items: "words" },
  local_shell: { code: "command", language: "shell", directory: "workdir", items: "words" },
  "container.exec": { code: "cmd", language: "shell", directory: "workdir", items: "words" },
  shell_command: { ...shellCommand, directory: "workdir" },
  exec_command: { code: "cmd", language: "shell", directory: "workdir", items: "words" },
  write_stdin: { code: "chars", language: "shell", session: "kept" },
  apply_patch: [{ patch: "input" }, { patch: "command" }, { patch: "patch" }],
  read_file: { read: "file_path" },
  list_dir: { list: "dir_path" },
  grep_files: { search: "path" },
  view_image: { read: "path" },
};

const geminiCli: Preset = {
  run_shell_command: [
    { ...shellCommand, directory: "dir_path" },
    { ...shellCommand, directory: "directory" },
  ],
  read_file: [{ read: "file_path" }, { read: "absolute_path" }, { read: "path" }],
  read_many_files: [{ read: "paths" }, { read: "include" }],
  write_file: { write: "file_path", content: "content" },
  replace: { edit: "file_path", old: "old_string", new: "new_string", all: "allow_multiple" },
  list_directory: [{ list: "dir_path" }, { list: "path" }],
  glob: [{ list: "dir_path" }, { list: "path" }],
  search_file_content: [{ search: "dir_path" }, { search: "path" }],
  grep_search: { search: "dir_path" },
  web_fetch: [{ fetch: "url" }, { fetch: "prompt" }],
  activate_skill: { skill: "name" },
};

const cursor: Preset = {
  run_terminal_cmd: { ...shellCommand, session: "kept" },
  Shell: [
    { ...shellCommand, directory: "cwd", session: "directory" },
    { ...shellCommand, directory: "working_directory", session: "directory" },
  ],
  Read: [{ read: "path" }, { read: "target_file" }],
  read_file: { read: "target_file" },
  Write: { write: "path", content: "contents" },
  write: { write: "file_path", content: "contents" },
  edit_file: { edit: "target_file", new: "code_edit" },
  search_replace: { edit: "file_path", old: "old_string", new: "new_string" },
  StrReplace: { edit: "path", old: "old_string", new: "new_string", all: "replace_all" },
  delete_file: { delete: "target_file" },
  Delete: { delete: "path" },
  list_dir: [{ list: "target_directory" }, { list: "relative_workspace_path" }],
  ApplyPatch: [{ patch: "patch" }, { patch: "input" }],
  edit_notebook: [
    { edit: "target_notebook", old: "old_string", new: "new_string" },
    { code: "new_string", language: "python", when: { cell_language: "python" } },
    { code: "new_string", language: "javascript", when: { cell_language: ["javascript", "typescript"] } },
    { code: "new_string", language: "shell", when: { cell_language: "shell" } },
    { code: "new_string", language: "sql", when: { cell_language: "sql" } },
  ],
};

const copilot: Preset = {
  bash: { ...shellCommand, session: "kept" },
  write_bash: { code: "input", language: "shell", session: "kept", typed: true },
  powershell: { code: "command", language: "powershell", session: "kept" },
  write_powershell: { code: "input", language: "powershell", session: "kept", typed: true },
  view: { read: "path" },
  create: { write: "path", content: "file_text" },
  edit: { edit: "path", old: "old_str", new: "new_str" },
  apply_patch: { patch: "patch" },
  grep: [{ search: "path" }, { search: "paths" }],
  glob: { list: "path" },
  web_fetch: { fetch: "url" },
  skill: { skill: "skill" },
  task: { skill: "agent_type" },
};

const vsCode: Preset = {
  run_in_terminal: { ...shellCommand, session: "kept" },
  runInTerminal: { ...shellCommand, session: "kept" },
  create_and_run_task: { code: "task.command", language: "shell" },
  create_file: { write: "filePath", content: "content" },
  create_directory: { create: "dirPath" },
  replace_string_in_file: { edit: "filePath", old: "oldString", new: "newString" },
  multi_replace_string_in_file: {
    edit: "replacements[].filePath",
    old: "replacements[].oldString",
    new: "replacements[].newString",
  },
  insert_edit_into_file: { edit: "filePath", new: "code" },
  edit_notebook_file: [
    { edit: "filePath", new: "newCode" },
    { code: "newCode", language: "python", when: { language: "python" } },
    { code: "newCode", language: "javascript", when: { language: ["javascript", "typescript"] } },
  ],
  apply_patch: { patch: "input" },
  read_file: { read: "filePath" },
  list_dir: { list: "path" },
  fetch_webpage: { fetch: "urls" },
  runSubagent: { skill: "agentName" },
  open_simple_browser: { fetch: "url" },
};

const openCode: Preset = {
  bash: { ...shellCommand, directory: "workdir" },
  read: { read: "filePath" },
  write: { write: "filePath", content: "content" },
  edit: { edit: "filePath", old: "oldString", new: "newString", all: "replaceAll" },
  multiedit: { edit: "filePath", old: "edits[].oldString", new: "edits[].newString", all: "edits[].replaceAll" },
  patch: { patch: "patchText" },
  apply_patch: { patch: "patchText" },
  list: { list: "path" },
  glob: { list: "path" },
  grep: { search: "path" },
  webfetch: { fetch: "url" },
  skill: { skill: "name" },
  task: [{ skill: "subagent_type" }, { skill: "command", input: "prompt" }],
};

const cline: Preset = {
  execute_command: { ...shellCommand, directory: "cwd" },
  read_file: [{ read: "path" }, { read: "files[].path" }, { read: "args.file[].path" }],
  write_to_file: { write: "path", content: "content" },
  replace_in_file: { edit: "path", new: "diff" },
  apply_diff: [
    { edit: "path", new: "diff" },
    { edit: "args.file[].path", new: "args.file[].diff.content" },
  ],
  insert_content: { edit: "path", new: "content" },
  search_and_replace: { edit: "path", old: "search", new: "replace" },
  search_files: { search: "path" },
  list_files: { list: "path" },
  list_code_definition_names: { search: "path" },
  browser_action: { fetch: "url" },
  web_fetch: { fetch: "url" },
};

const windsurf: Preset = {
  run_command: { code: "CommandLine", language: "shell", directory: "Cwd" },
  view_file: [{ read: "AbsolutePath" }, { read: "TargetFile" }],
  view_code_item: { read: "File" },
  write_to_file: { write: "TargetFile", content: "CodeContent" },
  edit_file: { edit: "TargetFile", new: "CodeEdit" },
  replace_file_content: [
    { edit: "TargetFile", old: "TargetContent", new: "ReplacementContent" },
    { edit: "TargetFile", old: "ReplacementChunks[].TargetContent", new: "ReplacementChunks[].ReplacementContent" },
  ],
  multi_replace_file_content: {
    edit: "TargetFile",
    old: "ReplacementChunks[].TargetContent",
    new: "ReplacementChunks[].ReplacementContent",
  },
  list_dir: { list: "DirectoryPath" },
  find_by_name: { list: "SearchDirectory" },
  grep_search: { search: "SearchPath" },
  read_url_content: { fetch: "Url" },
};

const goose: Preset = {
  developer__shell: { ...shellCommand },
  shell: { ...shellCommand },
  developer__text_editor: textEditor,
  text_editor: textEditor,
  computercontroller__automation_script: [
    { code: "script", language: "shell", when: { language: "shell" } },
    { code: "script", language: "powershell", when: { language: "powershell" } },
    { code: "script", language: "cmd", when: { language: "batch" } },
    { code: "script", language: "ruby", when: { language: "ruby" } },
  ],
  computercontroller__web_scrape: { fetch: "url" },
};

const zed: Preset = {
  terminal: { ...shellCommand, directory: "cd" },
  edit_file: { edit: "path" },
  read_file: { read: "path" },
  create_directory: { create: "path" },
  copy_path: { copy: "source_path", to: "destination_path" },
  move_path: { move: "source_path", to: "destination_path" },
  delete_path: { delete: "path" },
  list_directory: { list: "path" },
  fetch: { fetch: "url" },
};

const openHands: Preset = {
  execute_bash: { ...shellCommand, session: "kept" },
  terminal: { ...shellCommand, session: "kept" },
  str_replace_editor: textEditor,
  file_editor: textEditor,
  execute_ipython_cell: { code: "code", language: "python", session: "kept" },
};

const sweAgent: Preset = {
  bash: { ...shellCommand, session: "kept" },
  str_replace_editor: textEditor,
  open: { read: "path" },
  create: { create: "filename" },
};

/** The tools of coding agents. */
export const codingAgentTools: Readonly<Record<string, Preset>> = {
  claudeCode,
  codex,
  geminiCli,
  cursor,
  copilot,
  vsCode,
  openCode,
  cline,
  windsurf,
  goose,
  zed,
  openHands,
  sweAgent,
};
