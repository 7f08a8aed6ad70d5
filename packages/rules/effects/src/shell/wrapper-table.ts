// The tables of wrappers: programs that run another command, such as `sudo`, `xargs` and `docker exec`.
import type { Runner, Wrapper } from "./wrapper.ts";
import { containerRunners } from "./wrapper-table/containers.ts";
import { developmentRunners, developmentWrappers } from "./wrapper-table/development.ts";
import { gitRunners } from "./wrapper-table/git.ts";
import { processWrappers } from "./wrapper-table/processes.ts";
import { rightsWrappers } from "./wrapper-table/rights.ts";
import { terminalRunners, terminalWrappers } from "./wrapper-table/terminals.ts";

/** The programs and builtins that run another command. */
export const wrappers: readonly Wrapper[] = [
  ...rightsWrappers,
  ...processWrappers,
  ...terminalWrappers,
  ...developmentWrappers,
];

/** The subcommands that run another command: `docker exec c rm x`, `npm exec -- rm x`. */
export const runners: readonly Runner[] = [
  ...containerRunners,
  ...developmentRunners,
  ...terminalRunners,
  ...gitRunners,
];
