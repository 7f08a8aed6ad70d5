import { type Case, commands, write } from "../case.ts";

/** Commands of Helve that loosen it, by names that hide the program. */
export const helveCommands: readonly Case[] = [
  ...commands("ask", [
    `node "$(readlink -f "$(command -v helve)")" hook uninstall claude-code --yes`,
    `ln -s "$(command -v helve)" h; ./h hook uninstall claude-code --yes`,
    `X=$(command -v helve); node "$X" hook uninstall claude-code --yes`,
    "node {packages}/hel?e/dist/main.js hook uninstall claude-code --yes",
    "cd {packages}/h*/dist && node main.js hook uninstall claude-code --yes",
    `ln -s "$(command -v helve)" h; (sleep 1; echo y; sleep 1) | script -qc './h trust' /dev/null`,
    `"$(command -v helve)" trust`,
    "cp -r {packages}/helve/dist d && node d/main.js trust",
    `bash -c "$(printf 'hel%s trust' ve)"`,
    `python3 -c "import pty; pty.spawn(['hel' + 've', 'trust'])"`,
    "find {packages} -name main.js -exec node {} trust \\;",
    `PATH="$PWD:$PATH"; ln -s {dist}/main.js g; g log --purge --yes`,
    "alias h=helve; h trust",
    'h() { helve "$@"; }; h trust',
    "cat {dist}/main.js > m.mjs; node m.mjs trust",
    "ln {dist}/main.js m.mjs; node m.mjs trust",
  ]),
  ...commands("deny", [
    "helve hook uninstall claude-code --yes",
    "helve trust --yes",
    "helve allow 44ddf5b9 --session",
    "helve log --purge --yes",
    "helve init --force --yes",
    "helve mcp uninstall claude-code",
    "node {dist}/main.js hook uninstall claude-code --yes",
    "'hel've hook uninstall claude-code --yes",
    "echo hook uninstall claude-code --yes | xargs helve",
    "cd {dist} && node main.js hook uninstall claude-code --yes",
    "{node} {dist}/main.js trust",
  ]),
  {
    name: "a link that is already there",
    expected: "ask",
    before: "ln -s {dist}/main.js h",
    steps: ["./h hook uninstall claude-code --yes"],
  },
  {
    name: "a link with the name of a script",
    expected: "ask",
    before: "ln -s {dist}/main.js tool.mjs",
    steps: ["node tool.mjs hook uninstall claude-code --yes"],
  },
  {
    name: "a link to the folder",
    expected: "ask",
    before: "ln -s {dist} tools",
    steps: ["node tools/main.js hook uninstall claude-code --yes"],
  },
  {
    name: "a link that another call made",
    expected: "ask",
    steps: [`ln -s "$(command -v helve)" h`, "./h hook uninstall claude-code --yes"],
  },
  {
    name: "a copy that another call made",
    expected: "ask",
    before: "cp -r {dist} tools",
    steps: ["node tools/main.js hook uninstall claude-code --yes"],
  },
  {
    name: "a script that is written",
    expected: "ask",
    steps: [write("x.sh", `h=$(command -v helve)\nnode "$h" hook uninstall claude-code --yes\n`), "sh x.sh"],
  },
  {
    name: "a script of the package",
    expected: "ask",
    steps: [write("package.json", `{"scripts": {"go": "helve hook uninstall claude-code --yes"}}`), "npm run go"],
  },
];

/** Modules of Helve that code calls without a terminal. */
export const helveModules: readonly Case[] = [
  ...commands("deny", [
    `node --input-type=module -e "import {trust} from '{dist}/trust.js'; await trust('.', {}, {ask: async () => 'y', out() {}, err() {}, home: process.env.HOME, environment: {}, cwd: process.cwd()})"`,
    `node --input-type=module -e "import {allow as a} from '{dist}/allow.js'; await a('44ddf5b9', {session: true}, {ask: async () => 'y', out() {}, err() {}, home: process.env.HOME, environment: {}})"`,
    `node -p "import('{dist}/allow.js')"`,
    `node -e "import('{dist}/main.js')" trust`,
    "node {dist}/trust.js",
  ]),
  ...commands("ask", [
    `cd {dist} && node -e "import('./trust.js')"`,
    `cd {dist} && node -e "import('./trust.js').then((m) => m.trust('.', {}, {ask: async () => 'y'}))"`,
    "cd {dist} && node trust.js",
  ]),
  {
    name: "a program that is written",
    expected: "deny",
    steps: [
      write("x.mjs", `import { trust } from "{dist}/trust.js";\nawait trust(".", {}, { ask: async () => "y" });\n`),
      "node x.mjs",
    ],
  },
];
