/** The table of files that editors, shells and clients run by themselves later: `.envrc`, `.vscode/tasks.json`. */
import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";

/** Whether a program runs the content of a file when somebody opens or enters its folder, without a call of the agent. */
export function runsLater(path: string): boolean {
  return laterFiles.test(path);
}

const laterFiles =
  /(?:^|\/)(?:\.envrc|\.?mise(?:\.[\w-]+)?\.toml|mise\/config\.toml|\.tool-versions|\.vscode\/(?:tasks|launch|settings|mcp|extensions)\.json|[\w.-]+\.code-workspace|\.idea\/(?:.*\/)?[\w.-]+\.xml|\.run\/[\w.-]+\.xml|\.zed\/(?:tasks|debug|settings)\.json|\.fleet\/[\w.-]+\.json|\.devcontainer(?:\/.*)?\/?devcontainer\.json|\.?mcp\.json|\.(?:cursor|windsurf|kiro|zed|roo|continue)\/[\w./-]+\.(?:json|ya?ml|toml)|\.exrc|\.n?vimrc|\.nvim\.lua|\.lvimrc|\.dir-locals\.el|\.gdbinit|\.lldbinit|\.tmux(?:inator)?\.(?:conf|ya?ml)|\.(?:bash|zsh|fish)\w*|\.profile|config\.fish|\.xprofile|\.xinitrc|crontab|[\w@.-]+\.(?:service|timer|desktop|plist)|\.gitpod\.ya?ml|\.husky\/[\w.-]+|\.?lefthook\.ya?ml|\.pre-commit-config\.ya?ml|\.git\/(?:hooks\/[\w.-]+|config))$/;

/** Whether a path is a folder whose files run later, or lies in one. */
export function runsLaterFrom(path: string): boolean {
  return laterFolders.test(path);
}

const laterFolders =
  /(?:^|\/)(?:\.(?:vscode|zed|idea|run|fleet|devcontainer|husky|cursor|windsurf|kiro|roo|continue)|\.git\/hooks|systemd\/user|autostart|LaunchAgents|cron\.\w+)(?:\/|$)/;

/**
 * Lists the files whose names occur in a file.
 *
 * @param files - what the session wrote, by the keys of `fileKey`
 * @param namesModules - whether a name without its ending is a module of Python
 */
export function filesNamedIn(
  key: string,
  files: ReadonlyMap<string, FileData>,
  namesModules = false,
): readonly string[] {
  const words = new Set(textsOfFile(files.get(key)).flatMap((text) => text.split(/[^\w.-]+/)));
  const isNamed = (name: string): boolean =>
    words.has(name) || (namesModules && name.endsWith(".py") && words.has(name.slice(0, -3)));
  return [...files.keys()].filter((other) => other !== key && isNamed(other.replace(/^.*\//s, "")));
}

/** Whether a written file changes how an editor or client starts an agent. */
export function changedStart(written: ReadonlyMap<string, FileData>): Answer | undefined {
  for (const [path, data] of written) {
    const [files, pattern] = startingFiles.find(([each]) => each.test(path)) ?? [];
    if (pattern === undefined) continue;
    const [found] = textsOfFile(data).flatMap((text) => pattern.exec(text) ?? []);
    if (found === undefined) continue;
    const effect =
      files === gitSettings
        ? "may be settings of git that start a program"
        : files === toolSettings
          ? "may start a build in another way"
          : "may start an agent in another way";
    return unsure(`it writes ${found.trim()} to ${path}, which ${effect}`);
  }
  return undefined;
}

const clientFiles =
  /(?:^|\/)\.(?:cursor|gemini|codex|opencode|agents|copilot|windsurf|kiro|roo|continue|claude)\/[\w.-]+\.(?:jsonc?|toml|ya?ml)$/;
const grants =
  /"?\b(?:permissions?|allow(?:ed\w*|List)?|auto_?[aA]pprove\w*|approval\w*|sandbox\w*|yolo\w*|trust\w*|bypass\w*|hooks?|env|notify)"?\s*[:=\]]/;

const editorFiles =
  /(?:^|\/)(?:\.vscode\/settings\.json|(?:Code|Cursor|VSCodium)[\w -]*\/User\/settings\.json|[\w.-]+\.code-workspace|\.zed\/settings\.json|zed\/settings\.json)$/;
const startSettings =
  /"[\w.-]*(?:claudeProcessWrapper|claude-?code\.|claudeCode\.|chatgpt\.|codex\.|gemini-?cli|autoApprove|autopilot|agent_servers|chat\.tools|chat\.agent|chat\.mcp|terminal\.integrated\.(?:env|profiles|automationProfile|shell|defaultProfile))[\w.-]*"\s*:/;

/** Files of agents and instructions: what they grant in their head, and switches and commands that weaken checks. */
const agentFiles = /(?:^|\/)\.[\w-]+\/(?:agents|skills|commands|chatmodes)\/.*\.md$/;
const head = /^---\r?\n(?:(?!---).*\r?\n)*?(?:permissionMode:\s*["']?(?:bypass\w*|dontAsk|acceptEdits)|hooks:)/;
const instructionFiles =
  /(?:^|\/)(?:CLAUDE(?:\.local)?|AGENTS|GEMINI|copilot-instructions|\.cursorrules|\.windsurfrules)(?:\.md)?$|\.cursor\/rules\//;
const weakening =
  /--dangerously-[\w-]+|--yolo\b|bypassPermissions|disableAllHooks|\bhelve\s+(?:trust|allow|hook\s+uninstall|init\s+--force|log\s+--purge)\b/;

/** Settings of git in a folder that a session lays out as a repository, with what starts a program. */
const gitSettings = /(?:^|\/)config(?:\.worktree)?$/;
const gitPrograms =
  /^\s*(?:fsmonitor\s*=\s*(?!(?:true|false|0|1)\s*$)|(?:sshCommand|askPass|gitProxy|hooksPath|external|textconv|clean|smudge|process|helper|program|packObjectsHook|uploadpack|receivepack|cmd|pager|editor)\s*=|\w+\s*=\s*["']?!|\[include(?:If)?\b).*$/im;

/** Settings of build tools that replace what runs them, or load code into it. */
const toolSettings =
  /(?:^|\/)(?:gradle|(?:gradle|maven)-wrapper)\.properties$|(?:^|\/)\.mvn\/(?:jvm|maven)\.config$|(?:^|\/)\.mvn\/extensions\.xml$|(?:^|\/)\.yarnrc(?:\.yml)?$/;
const toolPrograms =
  /^\s*(?:distribution|wrapper)Url\s*=\s*(?!https\\?:\/\/(?:services\.gradle\.org|downloads\.gradle\.org|repo\d*\.maven(?:\.apache)?\.org)\/).+$|^\s*org\.gradle\.java\.(?:home|installations\.\w+)\s*=.+$|-javaagent\S*|-agent(?:path|lib)\S*|-Xbootclasspath\S*|<extension>|^\s*yarn-?[pP]ath\b.*$/m;

/** Which text of which file changes how an agent starts, or what git starts. */
const startingFiles: readonly (readonly [RegExp, RegExp])[] = [
  [clientFiles, grants],
  [editorFiles, startSettings],
  [agentFiles, head],
  [instructionFiles, weakening],
  [gitSettings, gitPrograms],
  [toolSettings, toolPrograms],
];

const gitHook =
  /(?:^|\/)hooks\/(?:(?:applypatch|commit|prepare-commit)-msg|(?:pre|post)-(?:applypatch|commit|merge-commit|merge|rebase|checkout|rewrite|push|receive|index-change|auto-gc)|fsmonitor-watchman|update|sendemail-validate)$/;

/** Whether git may run a file as a hook. */
export function isGitHook(key: string): boolean {
  return gitHook.test(key);
}
