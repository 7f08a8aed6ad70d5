import type { Command } from "commander";
import type { Io } from "../io.ts";
import { described, unattendedYes } from "./command.ts";

/** Adds `helve hook` and its subcommands to the program. */
export function addHookCommands(hook: Command, io: Io, finish: (code: number) => void): void {
  hook
    .option("--event <NAME>", "the name of the event, for clients that don't send it")
    .option("--session <ID>", "the session, for clients that don't send it")
    .allowExcessArguments()
    .action(async (_client, options, { args }: Command) => {
      const commands = await import("../commands/hook.ts");
      finish(await commands.hook(commands.onlyClient(args), options, io));
    });
  const load = () => import("../commands/hook-install.ts");
  const scoped = (name: string, description: string, examples: readonly string[]): Command =>
    described(hook.command(name), description, examples, io)
      .option("--user", "the settings of the user, for all projects (default)")
      .option("--project", "the settings of the project in this directory")
      .option("--json", "print one JSON object; what a person reads is on standard error");
  scoped("install <CLIENT>", "Let a client call Helve: shows the change of its settings, and writes it.", [
    "helve hook install claude-code",
    "helve hook install codex --project --yes",
    "helve hook install claude-code --yes --unattended",
  ])
    .option("-y, --yes", "ask nothing; hooks of Helve that are there are replaced only after a person has confirmed")
    .option(
      "--unattended",
      "with --yes, as the first command of Helve: --yes stands for a person from now on, as an image or a CI job needs it",
    )
    .option("--program <COMMAND>", "how the client starts Helve; by default this program, or helve in a project")
    .action(async (client, options) => finish(await (await load()).installHook(client, options, io)));
  scoped("uninstall <CLIENT>", "Remove Helve from the settings of a client.", ["helve hook uninstall claude-code"])
    .option(...unattendedYes)
    .action(async (client, options) => finish(await (await load()).uninstallHook(client, options, io)));
  described(
    hook.command("doctor [CLIENT]"),
    "Check that a client calls Helve, that Helve answers, and that failures deny; without CLIENT, all that call it.",
    ["helve hook doctor", "helve hook doctor claude-code"],
    io,
  )
    .option("--json", "print one JSON object")
    .action(async (client, options) => {
      finish(await (await import("../commands/hook-doctor.ts")).hookDoctor(client, options, io));
    });
}
