// Subcommands of git that run a command.
import type { Runner } from "../wrapper.ts";

/** Subcommands such as `git bisect run`. */
export const gitRunners: readonly Runner[] = [
  { names: "git", subcommand: "submodule foreach", flags: "--recursive -q --quiet", anyFlags: true, holdsCode: true },
  { names: "git", subcommand: "bisect run" },
  {
    names: "git",
    subcommand: "rebase",
    anyFlags: true,
    code: "-x --exec",
    valued: "--onto -s --strategy -X -C",
    operands: 9,
    interleaved: true,
  },
  {
    names: "git",
    subcommand: "difftool",
    anyFlags: true,
    code: "-x --extcmd",
    valued: "-t --tool",
    operands: 99,
    interleaved: true,
  },
  {
    names: "git",
    subcommand: "filter-branch",
    anyFlags: true,
    code: "--tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter --tag-name-filter --setup --subdirectory-filter",
    valued: "--original -d",
    operands: 99,
    interleaved: true,
  },
];
