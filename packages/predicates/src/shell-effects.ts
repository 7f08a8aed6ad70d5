import { escapeGlob, joinPath } from "./path.ts";
import type { Value } from "./shell/argument.ts";
import type { EffectKind } from "./shell/catalogue-entry.ts";
import { parseShell } from "./shell/parse.ts";
import { type FunctionBody, type Run, type RunEffect, runNode } from "./shell/run.ts";
import { longestPath, type ShellState } from "./shell/state.ts";

/** Something that a shell command does to files, or to what else can be lost. */
export interface Effect {
  readonly kind: EffectKind;
  /** `null` when it is not known, or when no file is concerned. */
  readonly target: Target | null;
  /** Whether all beneath the target goes with it. */
  readonly recursive: boolean;
  /** The program that does it: `rm`; `>` for a redirect. */
  readonly by: string;
  /** From the program's name to its target, in UTF-16 units of the command. */
  readonly start: number;
  readonly end: number;
}

/** The files that an effect is about. */
export interface Target {
  /**
   * A path without `.` and, where it can be told, `..`; a relative one begins where the command does, which itself is
   * `""`. As a glob, its literal characters are escaped with backslashes.
   */
  readonly path: string;
  readonly glob: boolean;
  /** Wildcards match names that begin with a dot, too, as those of `find` do. */
  readonly hidden: boolean;
  /** Only some of the files that fit are concerned: `find -mtime +7`, `git clean`. */
  readonly partial: boolean;
}

/** A part of a command that can't be told. */
export interface UnknownEffect {
  /** Why, as a sentence without its full stop. */
  readonly reason: string;
  readonly start: number;
  readonly end: number;
}

/** What a shell command does, as far as it can be told. */
export interface ShellEffects {
  /** In the order of the command. */
  readonly effects: readonly Effect[];
  readonly unknowns: readonly UnknownEffect[];
}

/** Where a command runs. */
export interface ShellOptions {
  /** The absolute directory in which the command starts, for `$PWD`. */
  readonly workingDirectory?: string;
  /** The home directory, for `~` and `$HOME`; without it, they are not known. */
  readonly home?: string;
}

/** So much takes less than about a tenth of a second. */
const mostSteps = 20_000;
const mostEffects = 5000;

/** Variables that the shell itself changes. */
const setByShell = "_ OLDPWD RANDOM SRANDOM SECONDS LINENO BASHPID BASH_COMMAND BASH_SUBSHELL DIRSTACK".split(" ");
const alterations = ["IFS", "CDPATH"] as const;

/** Paths by which the system leads anywhere else. */
const followed = /^\/proc\/[^/]+\/(cwd|root|fd|task)(\/|$)/;

/**
 * Tells what a shell command would delete, destroy or overwrite, without running it: through quoting, wrappers such as
 * `sudo` and `xargs`, substitutions, functions, loops, `bash -c` and `eval`.
 *
 * It looks at every command that could run, whatever the conditions say. Programs that are not in its catalogue count
 * as harmless; what decides which program runs, but is not known, is among the `unknowns`. Never throws.
 *
 * @example
 * shellEffects("cd build && sudo rm -rf out").effects[0]?.target?.path; // "build/out"
 */
export function shellEffects(command: string, options: ShellOptions = {}): ShellEffects {
  const found: ShellEffects & { effects: Effect[]; unknowns: UnknownEffect[] } = { effects: [], unknowns: [] };
  const whole = { start: 0, end: command.length };
  const parsed = parseShell(command, whole, command);
  if (!parsed.ok) return { effects: [], unknowns: [{ reason: `the command ${parsed.reason}`, ...whole }] };
  const run: Run = {
    whole: command,
    functions: new Map<string, FunctionBody[]>(),
    volatile: new Set([...parsed.volatile, ...setByShell]),
    aliases: new Map(),
    steps: { left: mostSteps },
    leavings: [],
    within: [],
    wrappers: 0,
    effect: (effect) => {
      if (found.effects.length < mostEffects) found.effects.push(...effectsOf(effect));
      else run.steps.left = Math.min(run.steps.left, 1);
    },
    unknown: (reason, { start, end }) => found.unknowns.push({ reason, start, end }),
  };
  const state = startingState("", parsed.volatile);
  for (const [name, text] of Object.entries({ HOME: options.home, PWD: options.workingDirectory })) {
    if (text !== undefined) state.variables.set(name, { text, glob: false });
  }
  runNode(parsed.node, state, "none", run);
  runUncalled(run);
  return { effects: unique(found.effects), unknowns: unique(found.unknowns) };
}

function startingState(directory: string | null, volatile: ReadonlySet<string>): ShellState {
  return {
    directory,
    variables: new Map(),
    altered: new Set(alterations.filter((name) => volatile.has(name))),
    elsewhere: false,
  };
}

/** A function that was only defined may be called by a later command. */
function runUncalled(run: Run): void {
  while (run.steps.left > 0) {
    const waiting = [...run.functions.values()].flat().find((body) => !body.called);
    if (waiting === undefined) return;
    waiting.called = true;
    runNode(waiting.body, startingState(null, run.volatile), "none", run);
  }
}

/** An effect with its target as a path; none for a device that keeps nothing. */
function effectsOf({ kind, value, recursive, by, span, state }: RunEffect): readonly Effect[] {
  const target = value && targetOf(value, state);
  const effect: Effect = { kind, target, recursive, by, start: span.start, end: span.end };
  if (kind === "delete" || !target?.path.startsWith("/dev/")) return [effect];
  const keepsNothing = /^\/dev\/(null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/.*|(tcp|udp)\/.*)$/;
  return keepsNothing.test(target.path) ? [] : [{ ...effect, kind: "destroy", target: null }];
}

function targetOf(value: Value, { directory, elsewhere }: ShellState): Target | null {
  if (elsewhere || (directory === null && !value.text.startsWith("/"))) return null;
  const from = directory ?? "";
  const path = joinPath(value.glob ? escapeGlob(from) : from, value.text);
  if (path === null || path.length > longestPath || followed.test(path)) return null;
  return { path, glob: value.glob, hidden: value.hidden ?? false, partial: value.partial ?? false };
}

function unique<T extends object>(items: readonly T[]): readonly T[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}
