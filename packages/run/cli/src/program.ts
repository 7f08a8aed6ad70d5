/** The `helve` program: its commands with their options and help. */
import { Command } from "commander";
import type { Io } from "./io.ts";
import { publishedVersion } from "./own-version.ts";
import { addAgentCommands } from "./program/agent-commands.ts";
import { type AddCommand, configured, described } from "./program/command.ts";
import { addInboxCommands } from "./program/inbox-commands.ts";
import { addMcpCommands } from "./program/mcp-commands.ts";
import { addChatCommand, addEvalCommands, addRulesCommands } from "./program/model-commands.ts";
import { addOpenToolCommands, addServerCommands } from "./program/opentool-commands.ts";
import { addRuleCommands } from "./program/rule-commands.ts";

/** The commands. The code of each is loaded when it is called. */
export function createProgram(io: Io, finish: (code: number) => void): Command {
  const program = new Command("helve");
  const command: AddCommand = (usage, description, examples) =>
    described(program.command(usage), description, examples, io);
  configured(program, io)
    .description("Rules that decide what an agent may do: check, format, explain, test and try them.")
    .version(publishedVersion(), "-V, --version", "print the version")
    .showHelpAfterError("(helve --help lists the commands)");

  program.commandsGroup("Guard coding agents:");
  addAgentCommands(command, io, finish);

  program.commandsGroup("Guard MCP servers:");
  addMcpCommands(program.command("mcp"), io, finish);

  program.commandsGroup("Write rules:");
  addRuleCommands(command, io, finish);
  addRulesCommands(program.command("rules"), io, finish);

  program.commandsGroup("Talk with a model:");
  addChatCommand(command, io, finish);

  program.commandsGroup("Serve and call tools:");
  addServerCommands(command, io, finish);

  program.commandsGroup("Describe tools:");
  addOpenToolCommands(program.command("opentool"), io, finish);

  program.commandsGroup("Run durable agents:");
  addInboxCommands(program.command("inbox"), io, finish);

  program.commandsGroup("Evaluate agents:");
  addEvalCommands(
    command("eval [TASK]", "Evaluate an agent: run and score the samples of a task.", [
      "helve eval evals/math.ts#sums --model openai:gpt-5",
      "helve eval --resume logs/sums.jsonl",
      "helve eval view logs/sums.jsonl",
    ]),
    io,
    finish,
  );

  program.commandsGroup("Editors and shells:");
  program.helpCommand("help [COMMAND]", "explain a command");
  command("lsp", "Serve an editor: diagnostics, completion and more, over standard input and output.", ["helve lsp"])
    // Editors add it for every server.
    .option("--stdio", "the only connection there is, and the default")
    .action(async () => finish(await (await import("./commands/lsp.ts")).lsp(io)));

  command("completion <SHELL>", "Print the completion script of a shell: bash, zsh, fish or powershell.", [
    "source <(helve completion bash)",
    "helve completion fish | source",
  ]).action(async (shell) => finish((await import("./commands/completion.ts")).completion(shell, io)));
  program
    .command("__complete [WORDS...]", { hidden: true })
    .action(async (words) => finish((await import("./commands/completion.ts")).complete(program, words, io)));
  return program;
}
