/** Finds the command that a tool of an unknown server is named after: `git_checkout`, `npm_remove`, `kill_process`. */
import type { Action } from "@helve/core";
import { quotedShellWord } from "@helve/core/internal";
import { argumentsIn, type ToolArgument } from "./argument-texts.ts";
import { wordsOf } from "./tool-names.ts";

/** Lists the commands that a tool may stand for by its name and its arguments. */
export function namedCommands(tool: string, args: Action["args"]): readonly string[] {
  const words = tool.split(/__|[.:/]/).flatMap(wordsOf);
  const given = argumentsIn(args);
  return rows.flatMap(({ about, verbs, commandOf }) => {
    const verb = words.find((each) => verbs.test(each));
    const subject = words.find((each) => about.test(each));
    return verb !== undefined && subject !== undefined ? commandOf(verb, given, subject) : [];
  });
}

/** The tools about one program. */
interface NamedProgram {
  /** The words of a tool's name that mean the program. */
  readonly about: RegExp;
  /** The words that mean what it does. */
  readonly verbs: RegExp;
  commandOf(verb: string, given: readonly ToolArgument[], subject: string): readonly string[];
}

/** The words of a tool that sends requests: one of them is enough. */
const requests = /^(?:https?|request|fetch|post|put|curl|rest|api)$/;

const rows: readonly NamedProgram[] = [
  {
    about: /^(?:git|vcs|repo|repository)$/,
    verbs:
      /^(?:checkout|switch|restore|reset|stash|merge|rebase|pull|revert|cherry|bisect|clean|apply|am|config|clone|submodule|worktree)$/,
    commandOf: gitCommand,
  },
  {
    about: /^(?:npm|pnpm|yarn|bun|pkg|packages?|brew|installer)$/,
    verbs: /^(?:uninstall|remove|delete|install|add|update|upgrade|downgrade|link|unlink)$/,
    commandOf: (verb, given) => [
      lineOf(["npm", /^(?:remove|delete|unlink)$/.test(verb) ? "uninstall" : verb, "-g", ...textsOf(given)]),
    ],
  },
  {
    about: /^(?:process(?:es)?|proc|pids?|service|daemon)$/,
    verbs: /^(?:kill|terminate|stop|end|signal|pkill|killall)$/,
    commandOf: (_, given) => textsOf(given).map((text) => lineOf(["pkill", "-f", text])),
  },
  {
    about:
      /^(?:npm|pnpm|yarn|bun|deno|make|just|task|rake|gradle|mvn|maven|composer|poe|nox|tox|pytest|vitest|jest|mocha|cargo|dotnet|nx|turbo)$/,
    verbs: /^(?:run|runs|runner|exec|execute|start|script|target|task|tests?|build)$/,
    commandOf: (verb, given, subject) => [taskCommand(verb, given, subject)],
  },
  {
    about: /^tests?$/,
    verbs: /^(?:run|exec|execute|start|launch)$/,
    commandOf: () => ["npm test", "npx vitest run", "npx jest", "node --test", "pytest", "cargo test"],
  },
  {
    about: /^(?:time|clock|date)$/,
    verbs: /^(?:set|adjust|change|sync)$/,
    commandOf: (_, given) => textsOf(given).map((text) => lineOf(["date", "-s", text])),
  },
  {
    about: requests,
    verbs: requests,
    commandOf: requestCommand,
  },
];

/** The command of git: `git_checkout { repo_path, branch_name }`. */
function gitCommand(verb: string, given: readonly ToolArgument[]): readonly string[] {
  const isFolder = ({ key, text }: ToolArgument): boolean =>
    /repo|path|dir|cwd|folder|root/i.test(key) && /^[/~.]/.test(text);
  const folder = verb === "clone" ? undefined : given.find(isFolder);
  const values = given.filter((each) => each !== folder && !/message|description/i.test(each.key));
  const flags = textsOf(values).map((text) =>
    /^(?:hard|soft|mixed|keep|merge|abort|continue)$/.test(text) ? `--${text}` : text,
  );
  const name = verb.replace(/^cherry$/, "cherry-pick");
  return [lineOf(["git", ...(folder === undefined ? [] : ["-C", folder.text]), name, ...flags])];
}

/** The command of a program for tasks: `npm_run_script { name }`, `make_run_target { target }`, `pytest_run {}`. */
function taskCommand(verb: string, given: readonly ToolArgument[], program: string): string {
  const runsScript = /^(?:npm|pnpm|yarn|bun|composer|deno|nx|turbo)$/.test(program);
  const isTest = /^tests?$/.test(verb) || /^(?:cargo|dotnet)$/.test(program);
  return lineOf([program, ...(isTest ? ["test"] : runsScript ? ["run"] : []), ...textsOf(given)]);
}

/** The command for a request that sends something to this machine: `http_request { method: "POST", url, body }`. */
function requestCommand(_: string, given: readonly ToolArgument[]): readonly string[] {
  const texts = textsOf(given);
  const urls = texts.filter((text) => /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[)/i.test(text));
  const data = texts.filter((text) => !urls.includes(text)).flatMap((text) => ["-d", text]);
  return data.length === 0 ? [] : urls.map((url) => lineOf(["curl", ...data, url]));
}

/** The short texts of arguments. */
function textsOf(given: readonly ToolArgument[]): readonly string[] {
  return given.map(({ text }) => text).filter((text) => text.length <= longest);
}

const longest = 1000;

function lineOf(words: readonly string[]): string {
  return words.map(quotedShellWord).join(" ");
}
