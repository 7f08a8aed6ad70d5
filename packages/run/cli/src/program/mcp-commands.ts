import { type Command, Option } from "commander";
import type { Io } from "../io.ts";
import { presetNames } from "../preset-text.ts";
import { collect, described, unattendedYes } from "./command.ts";

/** Adds `helve mcp` and its subcommands to the program. */
export function addMcpCommands(mcp: Command, io: Io, finish: (code: number) => void): void {
  const purpose = "Guard MCP servers, and serve tools as one; needs the package @helve/mcp.";
  described(mcp, purpose, ["helve mcp install claude-code", "helve mcp guard -- npx server-filesystem ."], io);
  const load = () => import("../commands/mcp.ts");
  const loadLogin = () => import("../commands/mcp-login.ts");
  const loadInstall = () => import("../commands/mcp-install.ts");
  const subcommand = (usage: string, description: string, examples: readonly string[]): Command =>
    described(mcp.command(usage), description, examples, io);
  const guarded = (command: Command, defaultRules: string): Command =>
    command
      .option("--rules <FILE>", `the rules; ${defaultRules}`)
      .addOption(new Option("--preset <NAME>", "a preset of rules").choices(presetNames).conflicts("rules"))
      .option("--policy <FILE>", "the policy; by default the user's own")
      .option(
        "--port <PORT>",
        "serve over HTTP at this port, 0 for any that is free, instead of standard input and output",
      );
  guarded(
    subcommand("guard [COMMAND...]", "One MCP server in front of others, whose calls pass the rules.", [
      "helve mcp guard --rules rules.agentspec -- npx some-server",
      "helve mcp guard --servers .mcp.json",
      "helve mcp guard --servers .mcp.json --accept",
    ]),
    "by default the user's own, or the preset coding-agent",
  )
    .option("--servers <FILE>", "a file of servers, as MCP clients have it")
    .option("--url <URL>", "one server, by its URL")
    .option(
      "--header <HEADER>",
      "with --url: a header, whose $NAME in braces is an environment variable; repeatable",
      collect,
      [],
    )
    .option("--timeout <SECONDS>", "how long a server may take without an answer or progress; by default 120")
    .option("--search", "show a model find_tool and call_tool in place of all tools")
    .option("--accept", "review the tools that are withheld, accept them, and exit")
    .addOption(new Option("--ask <WHOM>", "who answers if a client can't ask").choices(["terminal"]))
    .option("--audit <FILE>", "the audit log; by default a new one in the folder of what Helve remembers")
    .option(unattendedYes[0], `with --accept: ${unattendedYes[1]}`)
    .action(async (words, options) => finish(await (await load()).guard(words, options, io)));
  guarded(
    subcommand("serve <SOURCE>", "Serve the tools that a module exports as an MCP server.", [
      "helve mcp serve ./tools.js#tools --rules rules.agentspec",
    ]),
    "by default none; with --policy, the user's own or the preset coding-agent",
  ).action(async (source, options) => finish(await (await load()).serve(source, options, io)));
  subcommand("install <CLIENT>", "Move the MCP servers of a client behind a guard: shows the change, and writes it.", [
    "helve mcp install cursor --project",
  ])
    .option("--project", "the settings of the project in this directory, instead of the user's")
    .option("--program <COMMAND>", "how the client starts Helve; by default this program, or helve in a project")
    .option("-y, --yes", "ask nothing; an entry of Helve that is there is replaced only after a person has confirmed")
    .action(async (client, options) => finish(await (await loadInstall()).install(client, options, io)));
  subcommand("uninstall <CLIENT>", "Give a client its MCP servers back: shows the change, and writes it.", [
    "helve mcp uninstall cursor --project",
  ])
    .option("--project", "the settings of the project in this directory, instead of the user's")
    .option(...unattendedYes)
    .action(async (client, options) => finish(await (await loadInstall()).uninstall(client, options, io)));
  subcommand("login <SERVER>", "Sign in to a server by OAuth in your browser, so that a gateway can use it.", [
    "helve mcp login https://mcp.example.com/mcp",
    "helve mcp login github --servers .mcp.json",
  ])
    .option("--servers <FILE>", "the file that has the server; by default the user's own, from helve mcp install")
    .option("--client-id <ID>", "the client, if the authorization server lets none register itself")
    .option("--port <PORT>", "the port for the browser's answer, if the client is registered with one; by default any")
    .option("--no-open", "only print the address of the page")
    .action(async (server, options) => finish(await (await loadLogin()).login(server, options, io)));
  subcommand("logout <SERVER>", "Forget the sign-in to a server.", ["helve mcp logout github"])
    .option("--servers <FILE>", "the file that has the server; by default the user's own, from helve mcp install")
    .action(async (server, options) => finish(await (await loadLogin()).logout(server, options, io)));
}
