/** Finds paths, commands and settings of a client in arguments whose meaning is unknown or only partly known. */
import type { Action } from "@helve/core";
import { quotedShellWord } from "@helve/core/internal";
import type { Effect } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import type { ToolArgument } from "./argument-texts.ts";
import { type CodeArgument, codeArguments } from "./code-arguments.ts";
import type { KeptPlaces } from "./kept-places.ts";
import { decidesStart } from "./later-variables.ts";
import { namedCommands } from "./named-commands.ts";
import { namedPath } from "./named-paths.ts";
import { formsOf, patternNamed } from "./path-forms.ts";
import type { ProtectedPaths } from "./protected-paths.ts";
import { changesFiles, onlyLists, onlyReads, wordsOf, worksOnFiles } from "./tool-names.ts";
import { asCommand, fileNamed, word } from "./words.ts";

/** The inputs for evaluating arguments. */
export interface ToolContext {
  /** Every text in the arguments. */
  readonly texts: readonly ToolArgument[];
  readonly paths: ProtectedPaths;
  readonly places: KeptPlaces;
  /** Whether a policy or a preset says what the tool does with its main arguments. */
  readonly isKnownTool: boolean;
  readonly isReading: boolean;
  /** Whether a policy or a preset says that the tool runs commands. */
  readonly runsCommands: boolean;
  readonly effects: readonly Effect[];
  /** Evaluates a command. */
  readonly run: (command: string) => Promise<Answer | undefined>;
  /** Evaluates code in every language in which it parses. */
  readonly runCode: (code: CodeArgument) => Promise<Answer | undefined>;
}

/** Decides whether a tool's arguments may change what guards the agent. */
export async function toolArguments(
  { name, args }: Action,
  context: ToolContext,
): Promise<readonly (Answer | undefined)[]> {
  const { texts, isKnownTool, isReading, run } = context;
  if (texts.length > maxStrings) return [unsure(`${name} gets more arguments than can be read`)];
  const answers: (Answer | undefined)[] = [
    changedSetting(name, args),
    unknownShell(args),
    grantedMode(name, args),
    elsewhere(name, args),
    setVariables(name, args),
    isKnownTool ? undefined : unpackedFiles(name, texts, context),
  ];
  for (const line of [...commandLines(args), ...namedCommands(name, args)])
    answers.push(asUnsure("an argument is a command", await run(line)));
  const modeled = new Set(context.effects.flatMap((effect) => ("target" in effect ? (effect.target?.path ?? []) : [])));
  const named = isKnownTool ? texts.filter(({ key }) => !contents.test(key)) : texts;
  answers.push(
    ...pathsIn(
      name,
      named.filter(({ text }) => !isKnownTool || !modeled.has(text)),
      context,
    ),
  );
  answers.push(joinedPath(name, named, context));
  if (isReading) return answers;
  // A tool that runs commands may run an argument that its policy does not name, too.
  const others = isKnownTool ? (context.runsCommands ? texts.filter(({ key }) => !isOfCommands.test(key)) : []) : texts;
  const code = isKnownTool ? [] : codeArguments(name, texts);
  const asShell = new Set(code.flatMap(({ text, languages }) => (languages.includes("shell") ? [text] : [])));
  const commands = others.filter(({ text }) => /\s/.test(text) && text.length <= longestCommand && !asShell.has(text));
  if (commands.length > maxCommands) answers.push(unsure(`${name} gets more texts than can be read as commands`));
  for (const { text } of commands.slice(0, maxCommands)) {
    const answer = await run(text);
    if (answer?.truth === true) answers.push(unsure(`an argument may be a command: ${answer.reason}`));
  }
  if (code.length > maxCommands) answers.push(unsure(`${name} gets more code than can be read`));
  for (const each of code.slice(0, maxCommands))
    answers.push(asUnsure("the tool may run an argument", await context.runCode(each)));
  return answers;
}

/** The arguments of known tools for commands: their commands, and texts for people. */
const isOfCommands =
  /command|cmd|code|script|input|justification|description|explanation|reason|message|prompt|title|summary|path|dir|cwd|url/i;

const maxStrings = 500;
const maxCommands = 50;
const longestCommand = 4000;

/** Arguments of known tools that hold texts, not paths. */
const contents =
  /content|text|body|string|prompt|query|pattern|message|description|code|command|cmd|script|sql|url|regex|title|old|new/i;

/** Lists protected paths in arguments. */
function pathsIn(
  tool: string,
  given: readonly ToolArgument[],
  { paths, places, isReading: readsOnly, isKnownTool }: ToolContext,
): readonly (Answer | undefined)[] {
  const answers: (Answer | undefined)[] = [];
  const inProse = !isKnownTool && worksOnFiles(tool);
  const isProject = (path: string): boolean =>
    paths.realPath(fileNamed(path)) === paths.realPath(fileNamed(places.cwd));
  for (const { key, text } of given) {
    const isReading = readsOnly && !isOutput(tool, key);
    for (const form of formsOf(text, places.cwd)) {
      const isPath = /[/~.]/.test(form) && form.length <= longestPath;
      const kind = isPath ? paths.kindOf(patternNamed(form)) : undefined;
      if (kind === "state") answers.push(unsure(`${tool} gets ${form}, where Helve keeps what it remembers`));
      else if (
        isReading &&
        /[/~]/.test(form) &&
        (!isKnownTool || /[*?]/.test(form)) &&
        !onlyLists(tool) &&
        paths.mayHoldState(patternNamed(form))
      )
        answers.push(unsure(`${tool} gets ${form}, which contains what Helve remembers, and may read it`));
      else if (isReading || (/\s/.test(form.trim()) && !inProse && kind === undefined)) continue;
      else if (kind === "above" ? !isKnownTool && !isProject(form) : kind !== undefined)
        answers.push(protectedPath(tool, form));
      else if (isPath && !isKnownTool && changesFiles(tool) && paths.isMatched(patternNamed(form)))
        answers.push(unsure(`${tool} gets ${form}, which matches protected files, and may change them`));
      else if (!isKnownTool) {
        const command = { ...asCommand(form), words: [word("the tool"), word(form)] };
        answers.push(namedPath(command, [], { ...places, paths, textOf: () => undefined }));
      }
    }
  }
  return answers;
}

/** Finds a protected path that is in several arguments: a folder and a name in it. */
function joinedPath(
  tool: string,
  given: readonly ToolArgument[],
  { paths, isReading }: ToolContext,
): Answer | undefined {
  const joined = joinedTexts(given).find((path) => {
    const kind = paths.kindOf(fileNamed(path));
    return kind === "state" || (!isReading && kind !== undefined && kind !== "above");
  });
  return joined === undefined ? undefined : protectedPath(tool, joined);
}

/** Whether an argument names what a tool writes, also a tool that reads: `{ url, output }`, `fetch { dir }`. */
function isOutput(tool: string, key: string): boolean {
  const fetches = wordsOf(tool).some((each) => fetching.test(each));
  return wordsOf(key).some((each) => outputs.test(each) || (fetches && folders.test(each)));
}

const fetching = /^(?:fetch|pull|clone|crawl|scrape|curl|wget)$/;
const folders = /^(?:dir|directory|folder)$/;
const outputs = /^(?:to|into|outputs?|out|dest|destination|save|saved|dump|export|download|write|as|copy|move)$/;

/** Whether a tool unpacks an archive into a folder that protected files are in. */
function unpackedFiles(
  tool: string,
  texts: readonly ToolArgument[],
  { paths, places }: ToolContext,
): Answer | undefined {
  if (!wordsOf(tool).some((each) => unpacking.test(each)) || !texts.some(({ text }) => archives.test(text))) return;
  const folders = texts.flatMap(({ text }) => (archives.test(text) ? [] : formsOf(text, places.cwd)));
  const mayHold = (folder: string): boolean =>
    paths.kindOf(patternNamed(folder)) !== undefined || paths.isMatched(patternNamed(`${folder}/**`));
  return folders.length === 0 || folders.some(mayHold)
    ? unsure(`${tool} unpacks files whose names are not known, and protected files may be among them`)
    : undefined;
}

const unpacking = /^(?:unzip|untar|unpack|unarchive|decompress|extract|inflate)$/;
const archives = /\.(?:zip|tar|tgz|tbz2?|txz|7z|rar|jar|whl|gz|bz2|xz|zst)$/i;

/** Whether a tool sets variables that decide which programs start, or where clients look for settings. */
function setVariables(tool: string, args: unknown): Answer | undefined {
  const words = JSON.stringify(args).match(/\w+/g) ?? [];
  const named = tool.split(/__|[.:/]/).flatMap(wordsOf);
  return named.some((each) => variableWords.test(each)) && words.some(decidesStart)
    ? unsure(`${tool} may set variables for programs that start later, clients among them`)
    : undefined;
}

const variableWords = /^(?:env|environ|environment|variables?|setenv|putenv)$/;

/** Joins texts that may form a protected path: `/home/ada/.cla` and `ude/settings.json`, or a folder, a name and an ending that the tool adds. */
function joinedTexts(given: readonly ToolArgument[]): readonly string[] {
  const texts = given.flatMap(({ text }) => (/^[^\s]{1,300}$/.test(text) ? [text.replace(/(?<=.)\/$/, "")] : []));
  return texts
    .slice(0, maxFolders)
    .flatMap((start, index) => {
      const others = texts.filter((_, at) => at !== index).slice(0, maxJoined);
      const pairs = others.flatMap((next, at) => [
        start + next,
        `${start}/${next}`,
        ...others.flatMap((last, place) =>
          place === at ? [] : [`${start}${next}/${last}`, `${start}/${next}/${last}`, `${start}/${next}.${last}`],
        ),
      ]);
      return pairs.flatMap((path) => [path, ...addedEndings.map((ending) => path + ending)]);
    })
    .filter((path) => guards.test(path))
    .slice(0, maxJoinedPaths);
}

/** The endings of protected files, which a tool may add to a name. */
const addedEndings = [".json", ".toml", ".agentspec"];
/** What is in the path of a protected file. */
const guards = /helve|claude|codex|copilot|cursor|gemini|opencode|\.agents|\.github|mcp\.json|policy|hooks|settings/i;

function protectedPath(tool: string, path: string): Answer {
  return unsure(`the tool ${tool} gets the protected path ${path}, and may change it`);
}

const longestPath = 4096;
const maxFolders = 30;
const maxJoined = 12;
const maxJoinedPaths = 1000;

/** The lines of programs with lists of words: `{ command: "claude", args: ["--bare"] }`. */
function commandLines(value: unknown, depth = 0): readonly string[] {
  if (typeof value !== "object" || value === null || depth > 5) return [];
  const fields = Object.entries(value);
  const find = (names: RegExp): unknown => fields.find(([key]) => names.test(key))?.[1];
  const program = find(/^(?:command|cmd|program|executable|exe|binary|bin)$/i);
  const list = find(/^(?:args|arguments|argv|parameters|params)$/i);
  const words = Array.isArray(list) ? list.filter((each) => typeof each === "string") : [];
  const texts = typeof list === "string" ? [list] : words.map(quotedShellWord);
  const own = typeof program === "string" && texts.length > 0 ? [`${program} ${texts.join(" ")}`] : [];
  return [...own, ...fields.flatMap(([, each]) => commandLines(each, depth + 1))].slice(0, 20);
}

/** Converts an answer to one that a person must review. */
function asUnsure(what: string, answer: Answer | undefined): Answer | undefined {
  return answer === undefined || answer.truth === false ? undefined : unsure(`${what}: ${answer.reason}`);
}

/** Whether a tool changes a setting of a client that may concern hooks. */
function changedSetting(name: string, args: Action["args"]): Answer | undefined {
  const { setting, value } = args;
  if (name === "Config")
    return value === undefined || typeof setting !== "string" || harmlessSettings.test(setting)
      ? undefined
      : unsure(`it changes the setting ${setting}, which may concern hooks`);
  const concernsHooks = settingTools.test(wordsOf(name).join(" ")) || /(?:__|\.)settings?(?:__|\.)/i.test(name);
  return concernsHooks && !onlyReads(name) && aboutHooks.test(JSON.stringify(args))
    ? unsure(`${name} may change settings of a client about its hooks`)
    : undefined;
}

const settingTools = /\b(?:settings?|preferences?|config(?:uration)?)\b/;
const aboutHooks = /\bhooks?\b|disableAllHooks|bypass_?permissions|approval_?(?:mode|policy)|dangerously/i;

/** Whether a call starts an agent without questions: `Agent { mode: "bypassPermissions" }`. */
function grantedMode(name: string, args: Action["args"]): Answer | undefined {
  const found = Object.entries(args).find(
    ([key, value]) =>
      /^(?:permission_?)?mode$|approval|sandbox|permissions$/i.test(key) &&
      typeof value === "string" &&
      grantingModes.test(value),
  );
  return found && unsure(`${name} starts with ${found[0]} ${String(found[1])}, with which nobody is asked`);
}

/** Whether a tool has an agent work in a place whose hooks are not known: `Agent { isolation: "remote" }`. */
function elsewhere(name: string, args: Action["args"]): Answer | undefined {
  const found = Object.entries(args).find(
    ([key, value]) =>
      /^(?:isolation|environment|location|target|runtime|where|host|remote|cloud|background_?agent)$/i.test(key) &&
      (value === true ||
        (typeof value === "string" && /^(?:remote|cloud|container|docker|vm|sandbox|ssh)\b/i.test(value))),
  );
  const isAgent = /^(?:Agent|Task|Workflow|Subagent|delegate\w*)$/i.test(name) && found !== undefined;
  const startsRemote =
    /^Remote(?:Trigger|Agent|Task|Session)$/i.test(name) && !/^(?:list|get)$/.test(String(args["action"]));
  return isAgent || startsRemote
    ? unsure(`${name} starts an agent in another place, whose hooks are not known`)
    : undefined;
}

const grantingModes =
  /^(?:bypass\w*|dontAsk|auto|yolo|never|full[-_]?(?:auto|access)|danger[\w-]*|accept_?all|allow_?all|unrestricted)$/i;

const harmlessSettings =
  /^(?:theme|model|verbose|editorMode|preferredNotifChannel|autoCompactEnabled|fileCheckpointingEnabled|showTurnDuration|terminalProgressBarEnabled|todoFeatureEnabled|alwaysThinkingEnabled|language)$/;

/** Whether a call names a program as its shell that is not a known one: `{ cmd: "ls", shell: "./k" }`. */
function unknownShell({ shell, cmd, command }: Action["args"]): Answer | undefined {
  if (typeof shell !== "string" || shell === "" || (cmd ?? command) === undefined) return undefined;
  return knownShells.test(shell) ? undefined : unsure(`it runs its command by ${shell}, which is not a known shell`);
}

const knownShells =
  /^(?:(?:\/(?:usr\/(?:local\/)?)?bin\/|\/opt\/homebrew\/bin\/)?(?:ba|z|da|k|fi)?sh|(?:pwsh|powershell|cmd)(?:\.exe)?)$/;
