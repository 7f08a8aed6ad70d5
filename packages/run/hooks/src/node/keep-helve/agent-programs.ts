/** The table of programs that start a coding agent only with certain words, such as `gh copilot`. */
import type { CommandEffect, CommandWord } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import { clients } from "./clients.ts";
import { programName } from "./words.ts";

/** A program that is an agent by some words only: the same name, or the same program, is another tool without them. */
interface AgentProgram {
  readonly programs: RegExp;
  /** Matches the words, separated by spaces, with which it starts an agent. */
  readonly words: RegExp;
  /** The name of the client that it starts; absent for an agent that does not call Helve's hooks. */
  readonly client?: string;
}

const prompted = /(?:^|\s)(?:-p|--prompt|--print)(?:\s|=|$)/;

const rows: readonly AgentProgram[] = [
  { programs: /^cursor$/, words: /^agent\b/, client: "cursor-agent" },
  { programs: /^agent$/, words: /^(?:-p|--print|--model|--resume|chat|--force|-f)\b|\w\s\w/, client: "cursor-agent" },
  { programs: /^gh$/, words: /^(?:extension exec )?copilot (?:suggest|alias|config)\b/ },
  { programs: /^gh$/, words: /^(?:extension exec )?copilot\b/, client: "copilot" },
  { programs: /^gh$/, words: /^agent(?:-task|s)?\b|^aw run\b/ },
  // Editors with an agent inside.
  {
    programs:
      /^(?:code(?:-insiders|-oss)?|vscodium|codium|cursor|windsurf|antigravity|kiro|trae|void|positron|zed|zeditor|melty|pear)$/,
    words:
      /^(?:chat|agent)\s*(?!.*\/)|^(?:tunnel|serve-web)\b|(?:^|\s)--?(?:agent|chat|prompt|open-url|user-data-dir|extensions-dir|install-extension|extensionDevelopmentPath|disable-extensions?)(?:\s|=|$)/,
  },
  { programs: /^(?:warp|oz|warp-terminal|warp-cli|warp-preview)$/, words: /^agent\b|(?:^|\s)--?(?:agent|prompt)\b/ },
  { programs: /^(?:docker|podman)$/, words: /^(?:sandbox|ai|agent|cagent)\b/ },
  { programs: /^coder$/, words: /^(?:exp\s+)?tasks?\s+(?:create|new|send)\b/ },
  { programs: /^ccr$/, words: /^code\b/ },
  { programs: /^goose$/, words: /^(?:run|session|s|web|acp)\b/ },
  { programs: /^q$/, words: /^chat\b/ },
  { programs: /^(?:cn|continue)$/, words: /^(?:-p|--print|--auto|--config)\b|\w\s\w/ },
  { programs: /^vibe$/, words: /^(?:-p|--prompt|--auto-approve)\b|\w\s\w/ },
  { programs: /^ollama$/, words: /^launch\b/ },
  { programs: /^acli$/, words: /^rovodev\b/ },
  { programs: /^interpreter$/, words: /^(?:-y|--auto_run)\b|\w\s\w/ },
  { programs: /^pi$/, words: /^(?:-p|--print|--mode)\b|\w\s\w/ },
  { programs: /^forge$/, words: prompted },
  { programs: /^sgpt$/, words: /^(?:--shell|-s|--no-interaction)\b/ },
  { programs: /^aichat$/, words: /^(?:-e|--execute|-a|--agent)\b/ },
  { programs: /^llm$/, words: /^(?:agent|-T|--tool|--functions)\b/ },
  { programs: /^(?:jules|glab)$/, words: /^(?:new|remote new|duo)\b/ },
];

/** The client that a program starts by its words; `null` for an agent without hooks, `undefined` if it starts none. */
export function clientByWords(name: string, words: readonly CommandWord[]): string | null | undefined {
  const line = words.map(({ text, pattern }) => text ?? pattern).join(" ");
  const found = rows.find((row) => row.programs.test(name) && row.words.test(line));
  return found && (found.client ?? null);
}

/** Whether a command runs an agent where Helve does not know its hooks, such as in a container, or opens it by a link. */
export function agentElsewhere({ words: [program, ...words], isModeled }: CommandEffect): Answer | undefined {
  const name = programName(program);
  const asked = forges.test(name) ? words.find((word, index) => asksAgent(word, words[index - 1])) : undefined;
  if (asked !== undefined) return unsure(`${name} asks an agent on another machine: ${asked.pattern}`);
  if (isModeled || name === "") return undefined;
  const runner = runners.find(([programs, starts]) => programs.test(name) && words.some((word) => isOne(starts, word)));
  const image = runner && words.find((word) => namesAgent(word));
  if (image !== undefined) return unsure(`${name} starts ${image.pattern}, an agent whose hooks are not known`);
  const address = [program, ...words].find((word) => word !== undefined && opensAgent(name, word));
  if (address !== undefined) return unsure(`${name} opens ${address.pattern}, with which a program may start an agent`);
  const app = openers.test(name)
    ? words.find(
        ({ pattern }, index) =>
          /^(?:-\w*[ab]|--app|--bundle-id)$/.test(words[index - 1]?.pattern ?? "") && starting.test(pattern),
      )
    : undefined;
  return app && unsure(`${name} starts ${app.pattern}, which may run commands or an agent`);
}

/** Programs that run others in a container, on another machine or from a package, and the word with which they do. */
const runners: readonly (readonly [programs: RegExp, starts: RegExp])[] = [
  [
    /^(?:docker|podman|nerdctl|finch|container|docker-compose|podman-compose|apptainer|singularity|lxc|incus)$/,
    /^(?:run|exec|start|create|up|shell|launch)$/,
  ],
  [
    /^(?:devcontainer|devpod|daytona|coder|gitpod|fly|flyctl|modal|e2b|kubectl|oc|vercel|railway|heroku|gcloud|aws|az|nomad|limactl|multipass|@devcontainers\/cli|cli)$/,
    /^(?:exec|ssh|run|up|create|console|shell|debug|send-command|invoke|sandbox)$/,
  ],
  [/^(?:flatpak|snap|nix|nix-shell|pkgx|devbox|mise|brew|pipx|uvx|uv|gtk-launch|dex|systemd-run|launchctl)$/, /./],
];

const isOne = (pattern: RegExp, { text, pattern: known }: CommandWord): boolean => pattern.test(text ?? known);

const agents = clients.flatMap(({ names, packages = [] }) => [
  ...names,
  ...packages.map((each) => each.replace(/^.*\//, "")),
]);
/** The name of an agent as a whole word of an image, a package or an app: `ghcr.io/x/claude-code:1`, `nixpkgs#codex`, `com.anthropic.claude`. */
const agentName = new RegExp(
  `(?:^|[/#:@.=])(?:${[...new Set(agents)].filter((each) => each.length > 4).join("|")})(?:[:@][\\w.-]+)?(?:\\s.*)?$`,
  "is",
);

/** Programs of services on which an agent works at issues and requests. */
const forges = /^(?:gh|hub|glab|tea|jira|linear|acli)$/;

/** Whether a word gives work to such an agent: as the assignee, or by mentioning it. */
function asksAgent({ pattern }: CommandWord, before: CommandWord | undefined): boolean {
  const assigns = /^--?(?:add-)?(?:assignees?|reviewers?|a|r)(?:=|$)/;
  return (
    /(?:^|[\s=])@(?:claude|codex|copilot|cursor(?:agent)?|devin|gemini(?:-cli)?|jules|openhands(?:-agent)?|sweep|amp|droid)\b/i.test(
      pattern,
    ) ||
    (/(?:^|[=,])@?(?:copilot|claude|codex|devin|jules|cursor|openai|anthropic)[\w-]*(?:\[bot\])?(?:,|$)/i.test(
      pattern,
    ) &&
      (assigns.test(pattern) || assigns.test(before?.pattern ?? "")))
  );
}

/** Whether a word names a coding agent. */
function namesAgent({ text, pattern, target }: CommandWord): boolean {
  const word = (text ?? pattern).replace(/^--?[\w-]+=/, "");
  return agentName.test(word) && !/^[-.~]|^\//.test(word) && !/\/\.\w/.test(target?.path ?? "");
}

/** Programs that open an address or an app as the desktop does. */
const openers =
  /^(?:xdg-open|open|gio|kde-open\d?|exo-open|gnome-open|gvfs-open|start|explorer(?:\.exe)?|wslview|sensible-browser|x-www-browser|www-browser|termux-open(?:-url)?|handlr|mimeopen|rundll32(?:\.exe)?|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh|osascript|dbus-send|gdbus)$/;

/** Apps that run an agent, or commands. */
const starting =
  /claude|cursor|codex|chatgpt|copilot|gemini|windsurf|antigravity|code|zed|warp|kiro|trae|term|konsole|ghostty|kitty|alacritty|wezterm|shortcuts|automator/i;

/** Schemes of addresses that a program of this machine opens, and no browser. */
const otherScheme =
  /(?:^|["'\s=])(?!(?:https?|file|mailto|ftp|sftp|ssh|tel|data|about|view-source|javascript|blob):)[a-z][a-z\d+.-]+:(?!\d+(?:\/|$)|:|\\)(?=\/\/|[\w-]+\/)/i;
/** Schemes of editors and agents. */
const agentScheme =
  /(?:^|[^\w.-])(?:vscode|vscode-insiders|vscodium|cursor|windsurf|claude|claude-cli|claude-code|codex|chatgpt|gemini|antigravity|warp|warpterminal|zed|kiro|trae|opencode|copilot|github-copilot|ghcs|raycast|shortcuts|goose|jetbrains|idea|x-github-client):\/\//i;

/** Whether a program opens an address that starts an agent. */
function opensAgent(name: string, { text, pattern }: CommandWord): boolean {
  const word = text ?? pattern;
  return agentScheme.test(word) || (openers.test(name) && otherScheme.test(word));
}
