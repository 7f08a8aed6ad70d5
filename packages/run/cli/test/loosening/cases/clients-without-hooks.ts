import { bash, type Case, commands, write } from "../case.ts";

const tampering = `echo '{"disableAllHooks":true}' > ~/.claude/settings.json\n`;

/** Clients that are started without hooks, or without what Helve knows of the session. */
export const clientsWithoutHooks: readonly Case[] = [
  ...commands("ask", [
    "npx -y @anthropic-ai/claude-code@1.0.20 -p 'do it'",
    "npx -y @openai/codex@0.10.0 exec 'do it'",
    "npm i -g @anthropic-ai/claude-code@1.0.20",
    "npm install -g @openai/codex@0.10.0",
    "codex exec -c 'features={hooks=false}' x",
    "codex exec --config='features={hooks=false}' x",
    "codex exec --config 'features={hooks=false}' x",
    "codex exec -c features.codex_hooks=false x",
    "codex exec -c features.hooks=false x",
    `python3 -c "import os; os.environ['HOME']='/tmp/x'; os.system('claude -p hi')"`,
    `node -e "require('child_process').execSync('claude -p hi', {env: {HOME: '/tmp/x', PATH: process.env.PATH}})"`,
    "HOME=/tmp/x claude -p hi",
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH=/tmp/x.json gemini",
    "env -i claude",
    `env -i PATH="$PATH" claude -p hi`,
    "cd / && claude -p 'do it'",
    "cd /tmp; claude -p 'do it'",
  ]),
  // Agents that no list has.
  ...commands("ask", [
    "npx some-agent -p 'do it'",
    "uv tool run some-agent 'do it'",
    "python3 -m some_agent 'do it'",
    "deno run -A npm:some-agent 'do it'",
    "/opt/agents/superagent -p 'sh n.sh'",
    "mytool --dangerously-skip-permissions -p 'do it'",
    "npx -y mytool@1 --yolo 'do it'",
    "corepack npx @openai/codex@0.1 exec 'do it'",
  ]),
  {
    name: "the prompt names a script of the session",
    expected: "ask",
    steps: [write("n.sh", tampering), "claude -p 'sh n.sh'"],
  },
  {
    name: "another session runs the script",
    expected: "ask",
    steps: [write("n.sh", tampering, "one"), bash("sh n.sh", "two")],
  },
  {
    name: "another session runs the script of a here-document",
    expected: "ask",
    steps: [bash(`cat > n.sh <<'E'\n${tampering}E`, "one"), bash("sh n.sh", "two")],
  },
  // Code that can't be read, which another session has written.
  ...(
    [
      ["g", `eval "$(rev h)"\n`, "sh g"],
      ["g", `eval "$(rev h)"\n`, "cp g m; sh m"],
      ["k.py", "exec(''.join(chr(ord(c) ^ 1) for c in open('h').read()))\n", "python3 k.py"],
      ["k.js", "eval(require('fs').readFileSync('h', 'utf8').split('').reverse().join(''))\n", "node k.js"],
      ["Makefile", "all:\n\trev h | sh\n", "make"],
    ] as const
  ).flatMap(([file, text, command]): readonly Case[] =>
    ["one", "two"].map((session) => ({
      expected: "ask",
      steps: [
        write("h", "nosj.sgnittes/edualc./~ > 1 ohce\n", "one"),
        write(file, text, "one"),
        bash(command, session),
      ],
    })),
  ),
  { expected: "silent", steps: [write("k.js", "console.log(1);\n", "one"), bash("node k.js", "two")] },
  {
    name: "the prompt is a command",
    expected: "ask",
    steps: [`claude -p 'run: ${tampering.replaceAll("'", `"`).trim()}'`],
  },
];
