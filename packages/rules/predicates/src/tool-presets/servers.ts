/** Argument meanings of the tools of common MCP servers. */
import type { ToolUses } from "../tool-use.ts";

type Preset = Readonly<Record<string, ToolUses>>;

const mcpFilesystem: Preset = {
  read_file: { read: "path" },
  read_text_file: { read: "path" },
  read_media_file: { read: "path" },
  read_multiple_files: { read: "paths" },
  write_file: { write: "path", content: "content" },
  edit_file: { edit: "path", old: "edits[].oldText", new: "edits[].newText" },
  create_directory: { create: "path" },
  list_directory: { list: "path" },
  list_directory_with_sizes: { list: "path" },
  directory_tree: { list: "path" },
  move_file: { move: "source", to: "destination" },
  search_files: { list: "path" },
};

const desktopCommander: Preset = {
  execute_command: { code: "command", language: "shell" },
  start_process: { code: "command", language: "shell" },
  interact_with_process: { code: "input", language: "shell", session: "kept" },
  write_file: [
    { write: "path", content: "content", when: { mode: ["rewrite", ""] } },
    { write: "path", content: "content", mode: "append", when: { mode: "append" } },
  ],
  edit_block: { edit: "file_path", old: "old_string", new: "new_string" },
  move_file: { move: "source", to: "destination" },
};

const mcpFetch: Preset = {
  fetch: { fetch: "url" },
};

const mcpBrowser: Preset = {
  browser_navigate: { fetch: "url" },
  puppeteer_navigate: { fetch: "url" },
  playwright_navigate: { fetch: "url" },
  navigate_page: { fetch: "url" },
};

const mcpGithub: Preset = {
  create_or_update_file: { remote: "change", service: "github", what: "repo" },
  push_files: { remote: "push", service: "github", what: "repo" },
  delete_file: { remote: "delete", service: "github", what: "repo" },
  create_repository: { remote: "create", service: "github", what: "name" },
  fork_repository: { remote: "create", service: "github", what: "repo" },
  create_branch: { remote: "create", service: "github", what: "repo" },
  create_issue: { remote: "create", service: "github", what: "repo" },
  issue_write: { remote: "create", service: "github", what: "repo" },
  update_issue: { remote: "change", service: "github", what: "repo" },
  add_issue_comment: { remote: "create", service: "github", what: "repo" },
  create_pull_request: { remote: "create", service: "github", what: "repo" },
  update_pull_request: { remote: "change", service: "github", what: "repo" },
  merge_pull_request: { remote: "change", service: "github", what: "repo" },
  create_gist: { remote: "upload", service: "github", what: "filename" },
  run_workflow: { remote: "change", service: "github", what: "repo" },
};

/** The tools of the MCP server for git. They change nothing that git can't restore. */
const mcpGit: Preset = Object.fromEntries(
  [
    "status",
    "diff_unstaged",
    "diff_staged",
    "diff",
    "commit",
    "add",
    "reset",
    "log",
    "create_branch",
    "show",
    "branch",
  ].map((name): [string, ToolUses] => [`git_${name}`, []]),
);

const mcpDatabases: Preset = {
  query: { code: "sql", language: "sql" },
  execute_sql: [
    { code: "sql", language: "sql" },
    { code: "query", language: "sql" },
  ],
  read_query: { code: "query", language: "sql" },
  write_query: { code: "query", language: "sql" },
  create_table: { code: "query", language: "sql" },
  run_python_code: { code: "python_code", language: "python" },
  execute_code: { code: "code", language: "python" },
};

/** The tools of common MCP servers. */
export const serverTools: Readonly<Record<string, Preset>> = {
  mcpFilesystem,
  desktopCommander,
  mcpFetch,
  mcpBrowser,
  mcpGithub,
  mcpGit,
  mcpDatabases,
};
