/** Finds the wrapper that a command calls: a program that runs another command, such as `sudo`, `xargs` or `docker exec`. */
import { type Argument, literalText } from "./argument.ts";
import { type SubcommandOptions, subcommandOptions } from "./catalogue/subcommand-options.ts";
import { subcommandReadings } from "./subcommand-readings.ts";
import type { Runner, Wrapper } from "./wrapper.ts";
import { containerRunners } from "./wrapper-table/containers.ts";
import { developmentRunners, developmentWrappers, gitRunners } from "./wrapper-table/development.ts";
import { processWrappers } from "./wrapper-table/processes.ts";
import { rightsWrappers } from "./wrapper-table/rights.ts";
import { terminalRunners, terminalWrappers } from "./wrapper-table/terminals.ts";

/** The programs and builtins that run another command. */
const wrappers: readonly Wrapper[] = [
  ...rightsWrappers,
  ...processWrappers,
  ...terminalWrappers,
  ...developmentWrappers,
];

/** The subcommands that run another command: `docker exec c rm x`, `npm exec -- rm x`. */
const runners: readonly Runner[] = [...containerRunners, ...developmentRunners, ...terminalRunners, ...gitRunners];

const runnerByName: ReadonlyMap<string, readonly Runner[]> = runners.reduce(
  (byName, runner) =>
    runner.names.split(" ").reduce((map, name) => map.set(name, [...(map.get(name) ?? []), runner]), byName),
  new Map<string, readonly Runner[]>(),
);

const wrapperByName: ReadonlyMap<string, Wrapper> = new Map(
  wrappers.flatMap((wrapper) => wrapper.names.split(" ").map((name) => [name, wrapper])),
);

/** A wrapper, and the index of the word where its call begins: 0, or the index of the subcommand. */
export interface WrapperMatch {
  readonly wrapper: Wrapper;
  readonly from: number;
}

/** Finds the wrapper that a command calls; `undefined` if its program is not a wrapper. */
export function findWrapper(name: string, words: readonly Argument[]): WrapperMatch | undefined {
  for (const runner of runnerByName.get(name) ?? []) {
    const last = lastWordOfSubcommand(runner, words.slice(1), subcommandOptions.get(name));
    if (last !== undefined) return { wrapper: runner, from: words.indexOf(last) };
  }
  const wrapper = wrapperByName.get(name);
  return wrapper && { wrapper, from: 0 };
}

/** The last word of a runner's subcommand in a call: `exec` in `docker compose -f a.yml exec`. Options may precede each word. */
function lastWordOfSubcommand(
  { subcommand }: Runner,
  words: readonly Argument[],
  options: SubcommandOptions | undefined,
): Argument | undefined {
  let rest = words;
  let last: Argument | undefined;
  for (const part of subcommand.split(" ")) {
    const alternatives = part.split("|");
    const reading = subcommandReadings(rest, options ?? {}).find(({ operands }) =>
      alternatives.includes(literalText(operands[0]) ?? ""),
    );
    if (reading === undefined) return;
    [last, ...rest] = reading.operands;
  }
  return last;
}
