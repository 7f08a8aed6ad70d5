/** The program that a package runner or module runner starts: `crush` of `go run github.com/charmbracelet/crush@latest`. */
import type { CommandWord } from "@helve/effects";
import { programName } from "./words.ts";

/** A program that a command starts, behind a runner. */
export interface StartedProgram {
  /** Without its folder and version. */
  readonly name: string;
  readonly words: readonly CommandWord[];
  /** Whether a runner gets its code from another machine. */
  readonly isFetched: boolean;
}

/** Returns the program that words start; behind a runner such as `npx`, the package. */
export function startedProgram(all: readonly CommandWord[]): StartedProgram {
  const plugin = subcommandOf(all);
  if (plugin !== undefined) return { name: plugin, words: all.slice(2), isFetched: false };
  const at = startOf(all);
  const program = all[at];
  const text = program?.text ?? "";
  const name = programName(program).replace(/^npm:|(?<=.)@.*$/g, "");
  const isFetched = at > 0 && /^(?:npm:|jsr:|https?:|[\w-]+(?:\.[\w-]+)+\/.*@)/.test(text);
  return { name, words: all.slice(at + 1), isFetched };
}

/** The program of a subcommand that cargo or dotnet does not have itself: `cargo-make` of `cargo make x`, `cake` of `dotnet cake`. */
function subcommandOf([program, first]: readonly CommandWord[]): string | undefined {
  const name = first?.text ?? "-";
  if (programName(program) === "dotnet" && /^[a-z][\w-]*$/.test(name) && !ofDotnet.test(name)) return name;
  return programName(program) === "cargo" && /^[\w-]+$/.test(name) && !/^-/.test(name) && !ofCargo.test(name)
    ? `cargo-${name}`
    : undefined;
}

const ofDotnet =
  /^(?:new|build|build-server|run|test|publish|restore|clean|add|remove|list|sln|solution|pack|package|reference|nuget|tool|tool-run|format|watch|msbuild|vstest|workload|sdk|help|dev-certs|user-secrets|ef|exec|script|fsi|store|migrate)$/;

const ofCargo =
  /^(?:b|build|c|check|t|test|r|run|d|doc|rustdoc|rustc|bench|clean|new|init|add|remove|rm|update|upgrade|search|publish|install|uninstall|fmt|clippy|fix|metadata|tree|vendor|fetch|package|pkgid|login|logout|owner|yank|generate-lockfile|locate-project|read-manifest|verify-project|report|info|version|help|config|miri|audit|deny|outdated|expand|watch|nextest|llvm-cov|tarpaulin)$/;

/** Returns the index of the word that names the started package or module. */
function startOf([program, ...words]: readonly CommandWord[]): number {
  const texts = words.map(({ text }) => text ?? "");
  const runner = programName(program);
  const before = runners.find(([programs]) => programs.test(runner))?.[1];
  const starts = before === undefined ? -1 : texts.findIndex((text) => before.test(text));
  const at = starts === -1 ? -1 : texts.findIndex((text, index) => index > starts && !/^-/.test(text));
  return at === -1 ? 0 : at + 1;
}

/** Runners, and the word after which they name what they start. */
const runners: readonly (readonly [programs: RegExp, before: RegExp])[] = [
  [/^py(?:thon[\d.]*)?$/, /^-m$/],
  [/^(?:uv|corepack)$/, /^(?:run|x|npx|dlx)$/],
  [/^(?:go|deno)$/, /^run$/],
  [/^cargo$/, /^--bin$/],
  [/^(?:dotnet|dnx)$/, /^(?:exec|tool-run)$/],
  [/^gh$/, /^exec$/],
];
