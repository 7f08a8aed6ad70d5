/** Evaluates one command by its words, and chooses how: builtin, wrapper, shell, interpreter, `find` or catalogue. */
import type { Target } from "../effects.ts";
import { afterUnknownChange, appendOutput, type FileContent, originsOf, type Sink } from "../flow.ts";
import { escapeGlob } from "../path.ts";
import { behindLinks } from "../symbolic-links.ts";
import { hasUnknownText } from "../unknown-text.ts";
import type { Value } from "../word-value.ts";
import { evaluateAliases, recallAlias } from "./aliases.ts";
import { type Argument, literalText, unknownPart } from "./argument.ts";
import { evaluateBuiltin } from "./builtins.ts";
import { evaluateDatabaseClient } from "./evaluate-database-client.ts";
import { evaluateFd, evaluateFind } from "./evaluate-find.ts";
import { evaluateInterpreter, evaluateProjectConsole } from "./evaluate-interpreter.ts";
import { evaluateLoadedFiles } from "./evaluate-loaded-files.ts";
import { evaluatePatch } from "./evaluate-patch.ts";
import { evaluateProgram } from "./evaluate-program.ts";
import { evaluateProjectScripts } from "./evaluate-project-scripts.ts";
import { evaluateProgramFile, evaluateShell, type OwnProgram } from "./evaluate-shell.ts";
import { evaluateStartUpFiles } from "./evaluate-start-up-files.ts";
import { evaluateWindowsShell } from "./evaluate-windows-shell.ts";
import { evaluateWrapper } from "./evaluate-wrapper.ts";
import { type Evaluation, emit, emitUnknown, type Shell, type Streams, spanBetween, spend } from "./evaluation.ts";
import { emitGlobListing } from "./file-effects.ts";
import { evaluateGitAlias } from "./git-aliases.ts";
import { asNodeCall, findInterpreter, packageScriptOfNode, shellNames } from "./interpreters.ts";
import { isKnownCommand, programName } from "./known-commands.ts";
import { recordCluster } from "./own-clusters.ts";
import { recordContainers } from "./own-work.ts";
import { printsSettings } from "./program-output.ts";
import { recordSettings } from "./program-settings.ts";
import { reportCommand } from "./report-command.ts";
import { recordWaiting } from "./running-on.ts";
import type { ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { recordTunnel } from "./tunnels.ts";
import { findWrapper } from "./wrappers.ts";
import { dataAnywhere, dataWrittenTo, isWrittenDirectly } from "./written-files.ts";

const maxWrappers = 32;

/** Matches the directories of installed programs. A program in any other directory may be a file that the script wrote. */
const installed = /^\/(usr|bin|sbin|opt|snap|nix|Applications|System)\//;

/**
 * Emits the effects of one command after expansion: a builtin, a wrapper (`sudo rm x`), a shell, an interpreter, `find`, or
 * a program of the catalogue.
 */
export function evaluateCommand(words: readonly Argument[], shell: Shell): void {
  const { state, evaluation } = shell;
  const [head] = words;
  if (head === undefined) return;
  const text = literalText(head) ?? programOfToolchain(head);
  if (text === undefined) {
    evaluateUnknownProgram(head, words, shell);
    return;
  }
  if (!spend(words.length >> 3, evaluation)) return;
  if (evaluation.wrappers >= maxWrappers) {
    emitUnknown(`more than ${maxWrappers} wrappers are nested`, text, head, evaluation);
    return;
  }
  const name = programName(text);
  recallAlias(text, head, evaluation);
  if ((evaluation.aliases.get(text) ?? []).length > 0) {
    evaluateAliasedCommand(text, words, shell);
    return;
  }
  if (evaluateBuiltin(words, shell)) return;
  const isWhole = printsSettings(name, words.slice(1)) || startsOwnPackage(name, words.slice(1));
  const wrapper = isWhole ? undefined : findWrapper(name, words);
  recordWaiting(name, words, evaluation);
  if (wrapper === undefined) reportCommand({ name, words }, shell);
  if (text.includes("/") && !installed.test(text)) {
    if (evaluateLocalProgram(head, name, words, shell)) return;
  }
  const onPath = programOnPath(text, state, evaluation);
  if (onPath !== undefined) {
    evaluateProgramFile(onPath, name, words, shell);
    return;
  }
  evaluateLoadedFiles(name, words, state, evaluation);
  recordContainers(name, words, evaluation);
  recordCluster(name, words, evaluation);
  recordTunnel(name, words, evaluation);
  if (wrapper !== undefined) {
    evaluateWrapper(wrapper, words, name, shell);
    return;
  }
  if (shellNames.has(name)) {
    evaluateStartUpFiles(words, name, state, evaluation);
    evaluateShell(words, name, shell);
    return;
  }
  if (evaluateWindowsShell(words, name, shell)) return;
  evaluateProjectConsole(words, name, shell);
  const asNode = asNodeCall(name, words);
  if (asNode !== undefined) {
    evaluateInterpreter(asNode, "node", shell);
    return;
  }
  const script = packageScriptOfNode(name, words);
  if (script !== undefined) evaluateProjectScripts("npm", script, shell);
  if (findInterpreter(name) !== undefined) {
    evaluateInterpreter(words, name, shell);
    return;
  }
  if (name === "find" || name === "gfind") {
    evaluateFind(words, shell);
    return;
  }
  if ((name === "fd" || name === "fdfind") && evaluateFd(words, shell)) return;
  if (name === "git" && evaluateGitAlias(words, shell)) return;
  if (/^(echo|printf)$/.test(text)) emitGlobListing(words.slice(1), "*", state, evaluation);
  else emit({ kind: "execute", program: text, from: [] }, name, head, evaluation);
  evaluateDatabaseClient(name, words, shell);
  if (!evaluatePatch(name, words, shell)) evaluateProgram(name, words, shell);
  recordSettings(name, words, evaluation);
  evaluateProjectScripts(name, words, shell);
}

/** Whether a command starts the program of the package in its own folder: `npx .`, `pipx run .`. */
function startsOwnPackage(name: string, words: readonly Argument[]): boolean {
  const texts = words
    .map((word) => literalText(word) ?? "")
    .filter((text) => !/^(-.*|exec|x|dlx|run|tool)$/.test(text));
  return /^(npx|bunx|pnpx|npm|pnpm|yarn|bun|uvx|uv|pipx)$/.test(name) && texts[0] === ".";
}

/** The program in a folder that a tool of the machine prints: `golangci-lint` of `$(go env GOPATH)/bin/golangci-lint`. */
function programOfToolchain({ known, flow }: Argument): string | undefined {
  const from = flow?.from ?? [];
  const isTool = from.length > 0 && from.every((each) => each.kind === "output" && toolchains.test(each.by));
  return isTool ? new RegExp(`^${unknownPart}/(?:[\\w.+-]+/)*([\\w.+-]+)$`).exec(known ?? "")?.[1] : undefined;
}

/** Programs that print where they, or what they installed, is. */
const toolchains =
  /^(?:go|npm|yarn|pnpm|brew|cargo|rustc|llvm-config|xcrun|gem|composer|conda|mamba|poetry|pyenv|rbenv|nvm|nix-build)$/;

/** Evaluates both the alias and the program of that name, because it is unknown which of them runs. */
function evaluateAliasedCommand(name: string, words: readonly Argument[], shell: Shell): void {
  const { state, io, evaluation } = shell;
  const output: Sink | undefined = io.output && { flow: undefined };
  const inner: Streams = { input: io.input, output };
  evaluateAliases(name, words, { ...shell, io: inner });
  evaluateCommand(words, {
    state,
    io: inner,
    evaluation: {
      ...evaluation,
      aliases: new Map([...evaluation.aliases, [name, []]]),
    },
  });
  if (output?.flow !== undefined) appendOutput(io.output, afterUnknownChange(output.flow));
}

/** Evaluates a command whose program is unknown: `$CMD x`. */
function evaluateUnknownProgram(head: Argument, words: readonly Argument[], { state, io, evaluation }: Shell): void {
  const program = head.value === null ? null : targetOf(head.value, state);
  if (head.value?.home === true) {
    emit(
      { kind: "execute", program: head.value.text, from: [{ kind: "file", target: program }] },
      head.value.text,
      head,
      evaluation,
    );
    return;
  }
  emit(
    { kind: "execute", program: null, from: originsOf(head.flow) },
    excerptOf(head, evaluation),
    spanBetween(head, words.at(-1) ?? head),
    evaluation,
  );
  const excerpt = excerptOf(head, evaluation);
  emitUnknown(`it is unknown ${excerpt === "" ? "which program runs" : `what ${excerpt} runs`}`, "", head, evaluation);
  appendOutput(io.output, { from: [{ kind: "unknown" }] });
}

/** Evaluates a program called by its path: `./build`. @returns false if it is evaluated by its name instead */
function evaluateLocalProgram(head: Argument, name: string, words: readonly Argument[], shell: Shell): boolean {
  const { state, evaluation } = shell;
  const target = targetOf(head.value, state);
  const written = dataWrittenTo(head.value, state, evaluation);
  if (written === undefined && isKnownCommand(name)) return false;
  const copied = linkedProgram(target, evaluation) ?? (written && copiedProgram(written));
  if (copied !== undefined)
    evaluateCommand([{ ...head, value: { text: copied, glob: false } }, ...words.slice(1)], shell);
  evaluateProgramFile({ target, written }, name, words, shell);
  return true;
}

/** The installed program that was copied to a file: `/usr/bin/rm` after `cp /usr/bin/rm tool`. */
function copiedProgram({ from }: FileContent): string | undefined {
  const [only, other] = from.filter((origin) => origin.kind !== "output" || origin.by !== "which");
  if (only?.kind !== "file" || other !== undefined || only.target === null || only.target.glob) return;
  const { path } = only.target;
  return installed.test(path) && isKnownCommand(programName(path)) ? path : undefined;
}

/** The installed program to which a link leads: `/bin/sh` after `ln -s /bin/sh tool`. */
function linkedProgram(target: Target | null, { links }: Evaluation): string | undefined {
  const path = target === null || target.glob ? undefined : behindLinks(target, "content", links)?.path;
  return path !== undefined && installed.test(path) && isKnownCommand(programName(path)) ? path : undefined;
}

/** The program that the script or earlier code wrote to a directory of `PATH`. */
function programOnPath(name: string, state: ShellState, evaluation: Evaluation): OwnProgram | undefined {
  if (name.includes("/") || evaluation.written.size === 0) return;
  const path = state.variables.get("PATH")?.value;
  if (path === undefined) return;
  if (path === null || path.glob) {
    const written = dataAnywhere(escapeGlob(name), state, evaluation);
    return written && { target: null, written };
  }
  for (const directory of path.text.split(":")) {
    const value: Value = {
      text: `${directory || "."}/${name}`,
      glob: false,
      home: directory[0] === "~" ? true : undefined,
    };
    const written = dataWrittenTo(value, state, evaluation);
    // A write to an unknown directory, which may be one above, replaces no program of the system.
    if (written === undefined || (systemPrograms.test(directory) && !isWrittenDirectly(value, state, evaluation)))
      continue;
    return { target: targetOf(value, state), written };
  }
  return;
}

/** The directories of `PATH` with programs of the system. */
const systemPrograms = /^\/(?:usr(?:\/local)?\/)?s?bin\/?$/;

/** The text of a span, shortened to 40 characters; empty if a part of it is unknown. */
function excerptOf({ start, end }: Span, { whole }: Evaluation): string {
  const text = whole.slice(start, end);
  if (hasUnknownText(text)) return "";
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
