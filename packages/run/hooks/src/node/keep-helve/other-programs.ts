// Programs that change what decides: another version of Helve or of a client, and another time.

import type { CommandEffect } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import { packageNamed } from "./client-program.ts";
import { programName } from "./words.ts";

/** Whether a package manager installs another version of Helve or of a client, or removes it. */
export function otherVersion({ words: [program, ...words], elsewhere }: CommandEffect): Answer | undefined {
  if (elsewhere || !managers.test(program?.text ?? "")) return undefined;
  const texts = words.map(({ text, pattern }) => text ?? pattern);
  if (replacesPrograms(texts))
    return unsure("it installs a program for all users of this name, which may replace Helve");
  if (
    /brew$/.test(program?.text ?? "") &&
    texts.every((text) => /^(?:upgrade|-.*)$/.test(text)) &&
    texts.includes("upgrade")
  )
    return unsure("it updates all programs, a coding agent among them, whose hooks may change");
  if (!texts.some((text) => changing.test(text))) return undefined;
  if (texts.some((text) => /^node(?:js)?(?:[@=].*)?$/.test(text)) || /nvm$|fnm$|^n$/.test(program?.text ?? "")) {
    return unsure("it installs another version of Node, which runs the hooks, or removes it");
  }
  if (texts.some((text) => /(?:^|\/)helve(?:@.*)?$/.test(text))) {
    return unsure("it installs another version of Helve, or removes it");
  }
  const [client] = texts.flatMap((text) => packageNamed(text) ?? (clientName.test(text) ? [{ version: "" }] : []));
  if (client === undefined) return undefined;
  const isOther = client.version !== "" && client.version !== "latest";
  return unsure(
    isOther
      ? "it installs another version of a coding agent, which may call no hooks"
      : "it installs, updates or removes a coding agent, whose hooks may change",
  );
}

/** Whether a package of unknown content is installed for all projects: from a folder, an archive, an address, or under another name. */
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

const managers =
  /^(?:.*\/)?(?:npm|pnpm|yarn|bun|volta|brew|mise|asdf|nvm|fnm|apt|apt-get|dnf|yum|pacman|apk|pip\d?|pipx|uv|cargo|go|gem|nix|snap|scoop|winget|choco)$/;
const changing = /^(?:i|in|install|add|link|ln|rm|r|un|remove|uninstall|unlink|up|update|upgrade|use)$/;
const clientName =
  /^(?:(?:anthropic-)?claude-code|cursor-cli|cursor-agent|codex(?:-cli)?|gemini-cli|opencode(?:-ai)?|copilot-cli|aider(?:-chat)?|open-interpreter|goose-cli|block-goose-cli|gptme|plandex|crush|forge-?code|mentat|sweep|openhands(?:-ai)?|swe-agent|kimi-cli|qwen-code|amp|droid|auggie)(?:[@=<>~[].*)?$/;

/** Whether a command stops the programs that decide, without ending them, or sets variables for all programs that start later. */
export function stoppedHook({ words: [program, ...words], elsewhere }: CommandEffect): Answer | undefined {
  const name = programName(program);
  const texts = words.map(({ text, pattern }) => text ?? pattern);
  if (elsewhere) return undefined;
  if (/^(?:kill|pkill|killall\d?|skill|snice)$/.test(name)) {
    const isStopped = texts.some(
      (text, index) => stops.test(text) || (/^(?:-s|--signal)$/.test(texts[index - 1] ?? "") && stops.test(`-${text}`)),
    );
    if (isStopped) return unsure(`${name} stops programs without ending them, which may be those that decide`);
    if (name !== "kill" && texts.some((text) => /helve/.test(text))) return unsure(`${name} ends programs of Helve`);
  }
  if (limiting.test(name) && texts.some((text) => /^(?:-\w*p|--pid)/.test(text)))
    return unsure(`${name} changes or limits a program that runs, which may be a client or the program that decides`);
  const sets =
    (name === "launchctl" && texts.includes("setenv")) ||
    (name === "systemctl" && texts.some((text) => /^(?:set|import)-environment$/.test(text))) ||
    /^(?:setx|dbus-update-activation-environment)$/.test(name);
  return sets ? unsure(`${name} sets variables for all programs that start later, clients among them`) : undefined;
}

/** Programs that hold another one back, or run code in it: without processes or memory of its own, a client starts no hook. */
const limiting = /^(?:prlimit|cpulimit|gdb|lldb)$/;

const stops = /^-(?:-signal=)?(?:SIG)?(?:T?STOP|TSTP|TTIN|TTOU|19|20|21|22)$/i;

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
