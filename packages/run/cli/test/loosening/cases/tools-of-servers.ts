import { type Case, write } from "../case.ts";

/** Tools of MCP servers with an unknown meaning, and with a protected path or a command. */
export const toolsOfServers: readonly Case[] = [
  ...protectedArguments(),
  // A file of the session that the tool may run.
  ...[
    ["mcp__x__run", { file: "g" }],
    ["mcp__x__run", { script_path: "{project}/g" }],
    ["mcp__x__process", { input: "g" }],
    ["mcp__x__run", { path: "./g" }],
    ["mcp__x__run", { dir: "sub", file: "../g" }],
    ["mcp__x__debug", { program: "${workspaceFolder}/g" }],
    // An agent of a server has no hooks.
    ["mcp__agent__task", { prompt: "Please run sh g." }],
    ["mcp__x__delegate", { task: "Run ./g, then report." }],
  ].map(
    ([tool, args]): Case => ({
      expected: "ask",
      steps: [write("g", 'eval "$(rev h)"\n'), { tool: String(tool), args: Object(args) }],
    }),
  ),
];

/** Harmless neighbours. */
export const harmlessTools: readonly Case[] = [
  ["mcp__math__evaluate", { expression: "2 * (3 + 4)" }],
  ["mcp__x__update", { glob: "src/**/*.ts" }],
  ["mcp__db__delete", { table: "settings", where: "id = *" }],
  ["mcp__x__create_page", { path: "/docs/{slug}/index.html" }],
  ["mcp__x__get", { url: "http://x.example", output: "out.json" }],
  ["mcp__x__convert", { input: "a.md", to: "html" }],
  ["mcp__zip__extract", { archive: "a.zip", to: "/tmp/x" }],
  ["mcp__pdf__extract_text", { path: "a.pdf" }],
  ["mcp__npm__install", { package: "react" }],
  ["mcp__process__kill", { name: "vite" }],
  ["mcp__http__request", { method: "POST", url: "http://localhost:3000/api/users", body: '{"name":"a"}' }],
  ["mcp__settings__set", { key: "theme", value: "dark" }],
  ["mcp__git__clone", { url: "https://github.com/x/y", path: "y" }],
  ["mcp__x__set_env", { name: "LOG_LEVEL", value: "debug" }],
].map(([tool, args]): Case => ({ expected: "silent", steps: [{ tool: String(tool), args: Object(args) }] }));

function protectedArguments(): readonly Case[] {
  const rows = [
    ["mcp__x__save", { path: "{home}/.claude/settings.json", data: "{}" }],
    ["mcp__x__save", { file: "{home}/.claude/settings.json" }],
    ["mcp__x__save", { where: "{home}/.claude/settings.json" }],
    ["mcp__x__save", { where: "~/.claude/settings.json" }],
    ["mcp__x__save", { where: ".claude/settings.json" }],
    ["mcp__x__save", { options: { targets: ["{home}/.claude/settings.json"] } }],
    ["mcp__x__save", { uri: "file://{home}/.claude/settings.json" }],
    ["mcp__x__save", { dir: "{home}/.claude", name: "settings.json" }],
    ["mcp__x__put", { where: "{home}/.config/helve/rules.agentspec" }],
    ["mcp__x__put", { where: "{home}/.local/state/helve/trusted.jsonl" }],
    ["mcp__x__put", { where: "helve/policy.json" }],
    ["mcp__x__put", { where: "{dist}/main.js" }],
    ["mcp__sh__run", { line: "echo {} > {home}/.claude/settings.json" }],
    ["mcp__sh__run", { line: "echo {} > ~/.claude/settings.json" }],
    ["mcp__sh__run", { line: "helve hook uninstall claude-code --yes" }],
    ["mcp__sh__run", { cmdline: "echo {} > {home}/.claude/settings.json" }],
    ["mcp__sh__run", { script: "node {dist}/main.js trust" }],
    ["mcp__sh__run", { argv: ["node", "{dist}/main.js", "trust"] }],
    ["mcp__sh__run", { steps: [{ do: "rm -rf ~/.local/state/helve" }] }],
    ["mcp__x__run_code", { function: "() => require('fs').writeFileSync('{home}/.claude/settings.json', '{}')" }],
    ["mcp__fs__write_file", { path: "{home}/.claude/settings.json", content: "{}" }],
    ["mcp__fs__move_file", { source: "{home}/.claude/settings.json", destination: "x" }],
    ["mcp__fs__search_files", { path: "{home}", pattern: "*.key" }],
    ["mcp__fs__grep", { path: "{home}/.local", pattern: "key" }],
    ["mcp__fs__read_directory", { root: "~/.local/state" }],
    ["mcp__docs__find_text", { folder: "/", text: "key" }],
    ["mcp__fs__edit_file", { path: "helve/rules.agentspec", edits: [] }],
    // Paths in parts, and in another form.
    ["mcp__x__store", { base: "{home}/.cla", rest: "ude/settings.json", data: "1" }],
    ["mcp__x__store", { base: "{home}/.config", folder: "helve", name: "policy", ending: "json" }],
    ["mcp__x__store", { target: "{base64:{home}/.claude/settings.json}" }],
    ["mcp__x__run", { b64: "{base64:echo 1 > ~/.claude/settings.json}" }],
    ["mcp__fs__write_file", { path: ["{home}/.cla", "ude/settings.json"], content: "{}" }],
    ["mcp__x__write", { path: "{home}/\\u002eclaude/settings.json", content: "{}" }],
    // Wildcards, and variables of a notation that is not known.
    ["mcp__x__delete", { pattern: "**/*.agentspec" }],
    ["mcp__x__delete", { pattern: "**/settings.json" }],
    ["mcp__x__remove", { include: [".*/settings*.json"] }],
    ["mcp__x__render", { template: "{{ home }}/.claude/settings.json" }],
    ["mcp__x__render", { path: "%USERPROFILE%\\.claude\\settings.json" }],
    ["mcp__x__render", { path: "${HOME}/.cl*/settings.json" }],
    // Names without their folder and ending, and in other letters.
    ["mcp__x__save", { id: "policy", folder: "helve", format: "json" }],
    ["mcp__x__save", { id: "rules", folder: "helve" }],
    ["mcp__fs__write", { path: "../../.CLAUDE/settings.json", content: "{}" }],
    ["mcp__x__patch", { patch: "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n@@ -1 +1 @@\n-a\n+b\n" }],
    // A further argument of a tool that runs commands.
    ["mcp__vscode__execute_command", { command: "terminal.sendSequence", args: { text: "rm -rf ~/.claude" } }],
    // Code that computes a path.
    ["mcp__x__evaluate", { expression: "fs.writeFileSync(os.homedir() + '/.cla' + 'ude/settings.json', '{}')" }],
    ["mcp__x__evaluate", { expression: "open(os.path.expanduser('~/.cla' + 'ude/settings.json'), 'w')" }],
    // What a tool that reads writes to a file, and what it unpacks.
    ["mcp__x__get", { url: "http://x.example", output: "{home}/.claude/settings.json" }],
    ["mcp__x__read", { path: "a", dump_to: "{home}/.claude/settings.json" }],
    ["mcp__x__convert", { input: "a.md", output: "{home}/.claude/settings.json" }],
    ["mcp__x__fetch", { dir: "{home}/.claude" }],
    ["mcp__zip__extract", { archive: "a.zip", to: "{project}/.claude" }],
    ["mcp__zip__extract", { archive: "a.zip", destination: "." }],
    ["mcp__zip__unpack", { file: "a.tgz" }],
    // Variables for programs that start later.
    ["mcp__x__set_env", { name: "CLAUDE_CONFIG_DIR", value: "/tmp/x" }],
    ["mcp__x__set_env", { env: { CLAUDE_CONFIG_DIR: "/tmp/x" } }],
    ["mcp__x__add_environment", { text: "PATH=/tmp/x:$PATH" }],
    // Commands that a tool is named after, requests to agents, and settings of clients.
    ["mcp__npm__remove", { packages: ["helve"], global: true }],
    ["mcp__pkg__uninstall", { package: "helve" }],
    ["mcp__process__kill", { name: "helve" }],
    ["mcp__service__stop", { name: "helve-hookd" }],
    ["mcp__git__config", { key: "alias.x", value: "!rm -rf ~/.claude" }],
    ["mcp__http__request", { method: "POST", url: "http://127.0.0.1:4096/session/a/shell", body: '{"command":"ls"}' }],
    ["mcp__env__set", { name: "HOME", value: "/tmp" }],
    ["mcp__clock__set_time", { time: "2020-01-01" }],
    ["mcp__tmux__send-keys", { session: "1", keys: "claude --dangerously-skip-permissions" }],
    ["mcp__settings__set", { key: "hooks", value: null }],
    ["mcp__settings__update", { scope: "user", name: "disableAllHooks", value: true }],
    ["mcp__cron__add", { schedule: "* * * * *", job: "helve trust" }],
    ["read_many_files", { paths: ["{home}/.local/**"] }],
    ["read_many_files", { include: ["../../.local/**/*.key"] }],
    // Agents in other places.
    ["Agent", { isolation: "remote", prompt: "do it" }],
    ["RemoteTrigger", { action: "create", body: {} }],
  ] as const;
  return rows.map(([tool, args]): Case => ({ expected: "ask", steps: [{ tool, args }] }));
}
