import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The names that the last command of a pipe gets. */
function namesFor(command: string): readonly string[] | undefined {
  const { effects } = readShell(`${command} | mytool`, { reportsCommands: true });
  const commands = effects.flatMap((effect) => (effect.kind === "command" ? [effect] : []));
  return commands.find(({ words }) => words[0]?.text === "mytool")?.inputNames?.map(({ path }) => path);
}

describe("the names of files that a program lists", () => {
  it.each([
    ["locate record.key", ["/**/*record.key*", "/**/*record.key*/**"]],
    ["locate -n 5 a b", ["/**/*a*", "/**/*a*/**", "/**/*b*", "/**/*b*/**"]],
    ["locate -r 'x$'", ["/**"]],
    ["locate '*.key'", ["/**"]],
    ["compgen -G '/srv/*/x'", ["/srv/*/x"]],
    ["compgen -f /srv/a", ["/srv/a*"]],
    ["git ls-files /srv/a", ["/srv/a", "/srv/a/**"]],
    ["git -C /srv ls-files -o", ["/srv", "/srv/**"]],
    ["git ls-files 'src/*.ts' docs", ["src/**/*.ts", "docs/**"]],
    ["git ls-files '*.py'", ["**/*.py"]],
    ["git ls-files -x '*.py' src", ["**"]],
    ["git ls-files ':!src'", ["**"]],
    ["git diff --name-only main", ["**/*"]],
  ])("%s lists %j", (command, names) => {
    expect(namesFor(command)).toEqual(names);
  });

  it("are those of the working directory for git", () => {
    expect(namesFor("git ls-files")).toEqual(["**"]);
  });
});
