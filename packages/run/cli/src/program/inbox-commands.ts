/** The commands that answer the questions of durable agents. */
import type { Command } from "commander";
import type { Io } from "../io.ts";
import { collect, described } from "./command.ts";

/** The subcommands of `helve inbox`. */
export function addInboxCommands(inbox: Command, io: Io, finish: (code: number) => void): void {
  const load = () => import("../commands/inbox.ts");
  const command = (usage: string, description: string, example: string): Command =>
    described(inbox.command(usage), description, [example], io)
      .option("--as <NAME>", "who you are; by default the user of this machine")
      .option("--group <NAME>", "a group that you belong to (repeatable)", collect, [])
      .option("--json", "print one JSON value");
  described(
    inbox,
    "Answer the questions that durable agents wait for. MODULE exports an inbox: inbox.ts, or agents.ts#inbox.",
    ["helve inbox list inbox.ts"],
    io,
  );
  command("list <MODULE>", "List the questions that wait, the oldest first.", "helve inbox list inbox.ts")
    .option("--limit <N>", "how many; by default 100")
    .action(async (module, options) => finish(await (await load()).inboxList(module, options, io)));
  command(
    "show <MODULE> <ADDRESS>",
    "Show a question, and what each answer does.",
    "helve inbox show inbox.ts 'run 1~1/call_1'",
  ).action(async (module, address, options) => finish(await (await load()).inboxShow(module, address, options, io)));
  command(
    "approve <MODULE> <ADDRESS>",
    "Run the call; a person confirms it at a terminal.",
    "helve inbox approve inbox.ts 'run 1~1/call_1'",
  )
    .option("--fix <NAME>", "apply a fix that the rules offer, instead")
    .action(async (module, address, options) =>
      finish(await (await load()).inboxApprove(module, address, options, io)),
    );
  command(
    "edit <MODULE> <ADDRESS> <ARGS>",
    "Run the call with other arguments; a person confirms it at a terminal.",
    `helve inbox edit inbox.ts 'run 1~1/call_1' '{"amount": 5}'`,
  ).action(async (module, address, args, options) =>
    finish(await (await load()).inboxEdit(module, { address, args }, options, io)),
  );
  command(
    "reject <MODULE> <ADDRESS>",
    "Reject the call.",
    "helve inbox reject inbox.ts 'run 1~1/call_1' --reason 'too much'",
  )
    .option("--reason <TEXT>", "why; the model reads it")
    .action(async (module, address, options) => finish(await (await load()).inboxReject(module, address, options, io)));
  command(
    "answer <MODULE> <ADDRESS> <VALUE>",
    `Answer a question of the agent with a text, or a call that waits with JSON, such as '{"ran": false}'.`,
    "helve inbox answer inbox.ts 'run 1~1/call_1' 'by train'",
  ).action(async (module, address, value, options) =>
    finish(await (await load()).inboxAnswer(module, { address, value }, options, io)),
  );
}
