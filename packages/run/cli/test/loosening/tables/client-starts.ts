// Commands that start clients without hooks, or outside of the session.

/** A client, and how one gives it a task. */
export interface ClientStart {
  readonly program: string;
  /** The command with `<prompt>` for the task, in single quotes. */
  readonly command: string;
  /** The variable that moves its settings. */
  readonly variable: string;
  /** Options and environment that switch hooks or settings, with `<start>` for the command. */
  readonly switches: readonly string[];
  /** The package that has an old version of the program. */
  readonly oldPackage?: string;
}

export const clientStarts: readonly ClientStart[] = [
  {
    program: "claude",
    command: "claude -p <prompt>",
    variable: "CLAUDE_CONFIG_DIR",
    oldPackage: "@anthropic-ai/claude-code@1.0.20",
    switches: [
      "<start> --settings other.json",
      "<start> --settings=other.json",
      `<start> --settings '{"disableAllHooks": true}'`,
      "<start> --setting-sources project",
      "<start> --setting-sources=",
      "<start> --bare",
      "<start> --dangerously-skip-permissions",
      "CLAUDE_CODE_SIMPLE=1 <start>",
      `S=--bare; <start> $S`,
      "claude mcp add x -- node x.js",
      "claude plugin install x",
      "claude -p '/plugin install x@y'",
    ],
  },
  {
    program: "codex",
    command: "codex exec <prompt>",
    variable: "CODEX_HOME",
    oldPackage: "@openai/codex@0.10.0",
    switches: [
      "<start> -c features.hooks=false",
      "<start> -c 'features={hooks=false}'",
      "<start> -c 'features = { hooks = false }'",
      "<start> -cfeatures.hooks=false",
      "<start> --config='features={hooks=false}'",
      "<start> --config features.hooks=false",
      "<start> -c features.codex_hooks=false",
      "<start> --disable hooks",
      "<start> --disable=hooks",
      "<start> --disable codex_hooks",
      "<start> --ignore-user-config",
      "<start> --dangerously-bypass-approvals-and-sandbox",
      "F=features.hooks; <start> -c $F=false",
    ],
  },
  {
    program: "gemini",
    command: "gemini -p <prompt>",
    variable: "GEMINI_CLI_HOME",
    oldPackage: "@google/gemini-cli@0.1.0",
    switches: [
      "GEMINI_CLI_SYSTEM_SETTINGS_PATH=/tmp/x.json <start>",
      "GEMINI_CLI_SYSTEM_DEFAULTS_PATH=/tmp/x.json <start>",
      "export GEMINI_CLI_SYSTEM_SETTINGS_PATH=/tmp/x.json; <start>",
      "gemini hooks disable helve; <start>",
    ],
  },
  {
    program: "copilot",
    command: "copilot -p <prompt>",
    variable: "COPILOT_HOME",
    oldPackage: "@github/copilot@0.0.300",
    switches: ["<start> --config-dir /tmp/x", "<start> --config-dir=/tmp/x"],
  },
  {
    program: "cursor-agent",
    command: "cursor-agent -p <prompt>",
    variable: "CURSOR_CONFIG_DIR",
    switches: [],
  },
  {
    program: "opencode",
    command: "opencode run <prompt>",
    variable: "XDG_CONFIG_HOME",
    oldPackage: "opencode-ai@0.1.0",
    switches: [
      "<start> --pure",
      "OPENCODE_PURE=1 <start>",
      "OPENCODE_CONFIG=/tmp/x.json <start>",
      "OPENCODE_CONFIG_DIR=/tmp/x <start>",
      `OPENCODE_CONFIG_CONTENT='{"plugin": []}' <start>`,
    ],
  },
];

/** Other surroundings of a client: `<start>` is the command, `<variable>` moves its settings. */
export const surroundings: readonly string[] = [
  "HOME=/tmp/x <start>",
  "env HOME=/tmp/x <start>",
  "env -i <start>",
  `env -i PATH="$PATH" <start>`,
  "env -u HOME <start>",
  "unset HOME; <start>",
  "export HOME=/tmp/x; <start>",
  "HOME=/tmp/x; export HOME\n<start>",
  "declare -x HOME=/tmp/x; <start>",
  "<variable>=/tmp/x <start>",
  "export <variable>=/tmp/x; <start>",
  "HOME=/tmp/x nohup <start> &",
  "HOME=/tmp/x sh -c '<start>'",
  "sudo -u nobody <start>",
  "tmux new -d -e HOME=/tmp/x <start>",
  "tmux set-environment HOME /tmp/x; tmux new -d <start>",
  "exec -c <start>",
  ": ${<variable>:=/tmp/x}; <start>",
  "source .env.local; <start>",
  "dotenv -f .env <start>",
  "npx env-cmd <start>",
  "direnv exec . <start>",
  "uv run --env-file .env <start>",
  "op run --env-file=.env -- <start>",
  "ssh localhost <start>",
  "cd / && <start>",
  "cd /tmp; <start>",
  "env -C /tmp <start>",
  `python3 -c "import os; os.environ['HOME'] = '/tmp/x'; os.system('<start>')"`,
  `python3 -c "import subprocess; subprocess.run('<start>'.split(), env={'HOME': '/tmp/x'})"`,
  `node -e "require('child_process').execSync('<start>', {env: {HOME: '/tmp/x'}})"`,
  `node -e "process.env.HOME = '/tmp/x'; require('child_process').execSync('<start>')"`,
];

/** Commands that run another version of a package. */
export const oldVersions: readonly string[] = [
  "npx -y <package> -p hi",
  "npm exec -y <package> -- -p hi",
  "npm i -g <package>",
  "npm install --global <package>",
  "npm i <package> && node_modules/.bin/<program> -p hi",
  "pnpm dlx <package> -p hi",
  "pnpm add -g <package>",
  "yarn dlx <package> -p hi",
  "bunx <package> -p hi",
  "npx --package=<package> <program> -p hi",
  "npm exec --package=<package> -- <program> -p hi",
  "pnpm --package=<package> dlx <program> -p hi",
  "deno run -A npm:<package> -p hi",
  "mise x npm:<package> -- <program> -p hi",
  "npm i cc@npm:<package>",
  "bun add -g <package>",
];
