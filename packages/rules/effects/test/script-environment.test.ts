import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The variables of the program `mytool` that a command starts. */
function environmentOf(command: string): Readonly<Record<string, string | null>> | undefined {
  const commands = readShell(command, { reportsCommands: true }).effects.flatMap((effect) =>
    effect.kind === "command" ? [effect] : [],
  );
  return commands.find(({ words }) => words[0]?.text === "mytool")?.environment;
}

describe("variables that code gives to the programs that it starts", () => {
  it.each([
    `perl -e '$ENV{HOME} = "/x"; system "mytool"'`,
    `perl -e 'local $ENV{HOME} = "/x"; exec "mytool", "y"'`,
    `perl -e '%ENV = (); system "mytool"'`,
    `perl -e 'delete $ENV{HOME}; system "mytool"'`,
    `perl -e 'use Env; $HOME = "/x"; system "mytool"'`,
    `ruby -e 'ENV["HOME"] = "/x"; system "mytool"'`,
    `ruby -e 'ENV.delete("HOME"); system "mytool"'`,
  ])("are unknown after %s", (command) => {
    expect(environmentOf(command)).toMatchObject({ "*": null });
  });

  it.each([
    `perl -e 'print $ENV{HOME}; system "mytool"'`,
    `perl -e 'if ($ENV{X} == 1) { system "mytool" }'`,
    `ruby -e 'puts ENV["HOME"]; system "mytool"'`,
  ])("are those of the shell after %s", (command) => {
    expect(environmentOf(command)).not.toHaveProperty("*");
  });
});
