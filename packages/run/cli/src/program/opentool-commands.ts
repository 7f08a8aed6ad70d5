import { type Command, Option } from "commander";
import type { Io } from "../io.ts";
import { presetNames } from "../preset-text.ts";
import { type AddCommand, collect, described } from "./command.ts";

/** The subcommands of `helve opentool`. */
export function addOpenToolCommands(opentool: Command, io: Io, finish: (code: number) => void): void {
  const purpose = "Validate, extract, upgrade, convert, compare and fingerprint OpenTool documents.";
  described(opentool, purpose, ["helve opentool validate tools.json", "helve opentool diff v1.json v2.json"], io);
  const load = () => import("../commands/opentool.ts");
  const subcommand = (usage: string, description: string, example: string): Command =>
    described(opentool.command(usage), description, [example], io).option("--json", "print JSON");
  subcommand("validate [FILES...]", "Report the problems of documents.", "helve opentool validate tools.json").action(
    async (files, options) => finish(await (await load()).validate(files, options, io)),
  );
  subcommand(
    "upgrade [FILES...]",
    "Convert documents of older forms to OpenTool 1.0.0.",
    "helve opentool upgrade old.json --write",
  )
    .option("--write", "write the files instead of printing them")
    .action(async (files, options) => finish(await (await load()).upgrade(files, options, io)));
  subcommand(
    "convert <FILE>",
    "Convert tools to another format; what it can't represent is reported.",
    "helve opentool convert tools.json --to openai --from mcp",
  )
    .addOption(new Option("--from <FORMAT>", "the format of FILE").choices(toolFormats).default("opentool"))
    .addOption(new Option("--to <FORMAT>", "the wanted format").choices(toolFormats).makeOptionMandatory())
    .action(async (file, options) => finish(await (await load()).convert(file, options, io)));
  described(
    opentool.command("extract <FILES...>"),
    "Write a document from the exported functions of TypeScript files.",
    [
      "helve opentool extract src/tools.ts --out tools.opentool.json",
      "helve opentool extract src/tools.ts --out tools.opentool.json --check",
    ],
    io,
  )
    .option("--out <FILE>", "the document to write, JSON or YAML by its name; by default it is printed")
    .option("--tools <FILE>", "a TypeScript module to write, with a tool for each function")
    .option("--tsconfig <FILE>", "the project; by default the nearest tsconfig.json")
    .option("--check", "write nothing, and exit with 1 if a file is not up to date")
    .addOption(new Option("--watch", "write again after each change, until interrupted").conflicts("check"))
    .option("--json", "print problems as JSON, one object a line")
    .action(async (files, options) =>
      finish(await (await import("../commands/opentool/extract.ts")).extract(files, options, io)),
    );
  subcommand(
    "diff <BEFORE> <AFTER>",
    "Compare two versions of a document.",
    "helve opentool diff v1.json v2.json",
  ).action(async (before, after, options) => finish(await (await load()).diff(before, after, options, io)));
  subcommand(
    "fingerprint <FILE>",
    "Print the hash of each function's meaning.",
    "helve opentool fingerprint tools.json",
  ).action(async (file, options) => finish(await (await load()).fingerprint(file, options, io)));
}

/** Adds `helve serve`, `helve call` and `helve inspect` to the program. */
export function addServerCommands(command: AddCommand, io: Io, finish: (code: number) => void): void {
  command("serve <SOURCE>", "Serve tools over OpenTool's HTTP protocol, under rules, until interrupted.", [
    "helve serve ./tools.js#tools",
    "helve serve api.json --preset strict --port 9640",
  ])
    .option("--port <PORT>", "by default 9627; 0 for any that is free")
    .option("--address <ADDRESS>", "by default 127.0.0.1; any other needs a key")
    .option("--key <KEY>", "a key that callers need (repeatable); those in HELVE_TOOL_KEY count as well", collect, [])
    .option("--origin <ORIGIN>", "a web page that may call, such as https://app.example (repeatable)", collect, [])
    .addOption(new Option("--preset <NAME>", "a preset of rules").choices(presetNames).conflicts("rules"))
    .option("--rules <FILE>", "a rule file")
    .option("--policy <FILE>", "a policy")
    .option("--trusted-host <HOST>", "a host that may be contacted, besides the usual ones (repeatable)", collect, [])
    .option("--quiet", "print no line for each request")
    .action(async (source, options) =>
      finish(await (await import("../commands/serve.ts")).serveCommand(source, options, io)),
    );

  const remote = (usage: string, description: string, examples: readonly string[]): Command =>
    command(usage, description, examples).option("--key <KEY>", "the key; by default that in HELVE_TOOL_KEY");
  remote("call <URL> <TOOL> [ARGS]", "Call a tool of an OpenTool server.", [
    'helve call http://localhost:9627/opentool add \'{"x": 1, "y": 2}\'',
  ])
    .option("--stream", "print the results of a stream as they come")
    .action(async (url, tool, args, options) =>
      finish(await (await import("../commands/remote.ts")).callCommand(url, { name: tool, text: args }, options, io)),
    );
  remote("inspect <URL>", "List the tools of an OpenTool server.", [
    "helve inspect http://localhost:9627/opentool --watch",
  ])
    .addOption(new Option("--try", "read calls from the terminal, and print their results").conflicts("watch"))
    .option("--watch", "print what changes, until interrupted")
    .option("--json", "print the document")
    .action(async (url, options) =>
      finish(await (await import("../commands/remote.ts")).inspectCommand(url, options, io)),
    );
}

const toolFormats = ["opentool", "openai", "anthropic", "mcp", "gemini", "openapi", "openrpc", "lagent"];
