// Subcommands of git that run a command.
import { type Runner, runner } from "../wrapper.ts";

/** Subcommands such as `git bisect run`. */
export const gitRunners: readonly Runner[] = [
  runner("git", "submodule foreach", { flags: "--recursive -q --quiet", holdsCode: true }),
  { names: "git", subcommand: "bisect run" },
  runner("git", "rebase", { code: "-x --exec", valued: "--onto -s --strategy -X -C", operands: 9, interleaved: true }),
  runner("git", "difftool", { code: "-x --extcmd", valued: "-t --tool", operands: 99, interleaved: true }),
  runner("git", "filter-branch", {
    code: "--tree-filter --index-filter --msg-filter --env-filter --commit-filter --parent-filter --tag-name-filter --setup --subdirectory-filter",
    valued: "--original -d",
    operands: 99,
    interleaved: true,
  }),
];
