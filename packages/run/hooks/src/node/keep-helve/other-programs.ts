/** Finds programs that change what decides: another version of Helve, Node or the client, or another system time. */
import type { CommandEffect } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import { packageNamed } from "./client-program.ts";
import { otherAgents } from "./clients.ts";
import { programName } from "./words.ts";

/** Whether a package manager installs or removes Helve or a client. */
export function otherVersion({ words: [program, ...words], elsewhere }: CommandEffect): Answer | undefined {
  if (elsewhere) return undefined;
  const texts = words.map(({ text, pattern }) => text ?? pattern);
  if (programName(program) === "gh" && extending.test(texts.join(" ")))
    return unsure("it installs an extension of gh, which may start an agent without hooks");
  if (!managers.test(program?.text ?? "")) return undefined;
  if (replacesPrograms(texts))
    return unsure("it installs a program for all users of this name, which may replace Helve");
  if (
    /brew$/.test(program?.text ?? "") &&
    texts.every((text) => /^(?:upgrade|-.*)$/.test(text)) &&
    texts.includes("upgrade")
  )
    return unsure("it updates all programs, a coding agent among them, whose hooks may change");
  const changesNode = nodeManagers.test(program?.text ?? "")
    ? texts.some((text) => choosing.test(text) || changing.test(text) || /^\d|^lts|^latest|^stable/.test(text))
    : texts.some((text) => choosing.test(text) || changing.test(text)) &&
      texts.some((text) => /^node(?:js)?(?:[@=].*)?$/.test(text));
  if (changesNode) return unsure("it installs, removes or chooses a version of Node, which runs the hooks");
  if (!texts.some((text) => changing.test(text))) return undefined;
  if (texts.some((text) => /(?:^|\/)helve(?:@.*)?$/.test(text))) {
    return unsure("it installs another version of Helve, or removes it");
  }
  const [client] = texts.flatMap((text) => packageNamed(text) ?? (isClient(text) ? [{ version: "" }] : []));
  if (client === undefined) return undefined;
  const isOther = client.version !== "" && client.version !== "latest";
  return unsure(
    isOther
      ? "it installs another version of a coding agent, which may call no hooks"
      : "it installs, updates or removes a coding agent, whose hooks may change",
  );
}

/** Whether a package with unknown content is installed globally. */
function replacesPrograms(texts: readonly string[]): boolean {
  const isGlobal = texts.some((text) => /^(?:-\w*g|--global|--location=global|global)$/.test(text));
  if (texts.some((text) => /^(?:link|ln)$/.test(text))) return !texts.includes("--help");
  if (!isGlobal) return false;
  // Without a name, the package of the folder is installed, and an update is of all packages.
  const changesAll = texts.some((text) => /^(?:i|in|install|add|up|update|upgrade)$/.test(text));
  const specs = texts.filter((text) => !text.startsWith("-"));
  return (
    (changesAll && specs.length < 2) ||
    specs.some((text) => /^[./~*]|^[\w-]+:|\.t(?:ar\.)?gz$|@(?:npm|file|git|https?):|^[^@][^/]*\/[^/]+$/.test(text))
  );
}

/** Managers of versions of Node only. */
const nodeManagers = /^(?:.*\/)?(?:nvm|fnm|n|nvs|nodenv|nodebrew|nodist)$/;
/** Words with which a manager of versions chooses the one that runs from then on. */
const choosing = /^(?:alias|default|pin|global|local|shell|set|settings)$/;
const managers =
  /^(?:.*\/)?(?:npm|pnpm|yarn|bun|volta|brew|mise|asdf|rtx|proto|nvm|fnm|n|nvs|nodenv|nodebrew|nodist|apt|apt-get|dnf|yum|pacman|apk|pip\d?|pipx|uv|cargo|go|gem|nix|snap|scoop|winget|choco)$/;
const changing = /^(?:i|in|install|add|link|ln|rm|r|un|remove|uninstall|unlink|up|update|upgrade|use)$/;
/** Matches the words with which gh gets a program of somebody else that it then starts as its own command. */
const extending = /^(?:extensions?|ext)\s+(?:install|upgrade)\b(?!.*\s--help\b)/;

/** Whether a package contains a coding agent. */
function isClient(text: string): boolean {
  const name = text.replace(/(?<=.)(?:[@=<>~[].*)$/, "").replace(/^.*\//, "");
  return packagedClients.test(name) || otherAgents.names.includes(name);
}

/** Packages of managers other than npm. */
const packagedClients =
  /^(?:(?:anthropic-)?claude-code|cursor-cli|cursor-agent|codex(?:-cli)?|gemini-cli|opencode(?:-ai)?|copilot-cli|goose-cli|block-goose-cli|forge-?code|sweep|openhands-ai)$/;

/** Whether a command sets the clock, by which records age. */
export function changedClock({ words: [program, ...words], elsewhere }: CommandEffect): Answer | undefined {
  const name = programName(program);
  const sets = clocks.get(name);
  if (elsewhere || sets === undefined || !words.some(({ text, pattern }) => sets.test(text ?? pattern)))
    return undefined;
  return unsure(`${name} sets the clock, by which Helve dates what it remembers`);
}

const clocks: ReadonlyMap<string, RegExp> = new Map([
  ["date", /^(?:-\w*s|--set|\d{8,12}(?:\.\d\d)?$)/],
  ["timedatectl", /^(?:set-time|set-ntp|set-local-rtc)$/],
  ["hwclock", /^(?:-[sw]|--set|--hctosys|--systohc)/],
  ["ntpdate", /./],
  ["chronyc", /^(?:settime|makestep)$/],
]);
