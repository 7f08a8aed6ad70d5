/** The commands that use a model. */
import { type Command, Option } from "commander";
import type { Io } from "../io.ts";
import { type AddCommand, collect, described, languageNames } from "./command.ts";

/** Adds `helve chat` to the program. */
export function addChatCommand(command: AddCommand, io: Io, finish: (code: number) => void): void {
  command("chat [PROMPT]", "Talk with a model that uses tools under your rules; without a terminal, a single turn.", [
    "helve chat --model openai:gpt-5 --toolkit Terminal,Files --sandbox bubblewrap",
    "helve chat --model http://localhost:11434/v1#qwen3 'What is a tool call?'",
    "helve chat --model openai:gpt-5 --folder .",
    "helve chat --resume last",
  ])
    .option(...modelOption)
    .option(...keyOption)
    .option("--toolkit <NAMES>", "ready toolkits, and exports of modules (./tools.js#EXPORT) (repeatable)", collect, [])
    .option("--folder <DIR>", "the folder in which toolkits work, by default Terminal and Files in bubblewrap")
    .addOption(new Option("--sandbox <KIND>", "where toolkits run commands and keep files").choices(sandboxes))
    .option("--image <IMAGE>", "the image of a container; by default debian")
    .option(
      "--rules <FILE>",
      "a rule file; by default your own rules, or the preset coding-agent (repeatable)",
      collect,
      [],
    )
    .option("--policy <FILE>", "what the rules need to know of tools, files and hosts")
    .option("--system <TEXT>", "instructions to the model")
    .option("--resume <FILE>", "go on with a chat: its transcript, or last")
    .option("--max-steps <N>", "how many answers of the model a turn may take; by default 50")
    .option(
      "--prices <IN,OUT>",
      "what a million tokens of input and of output cost, and of cached input as a third number",
    )
    .option("--cost <AMOUNT>", "what the chat may cost, by --prices")
    .action(async (prompt, options) => finish(await (await import("../commands/chat.ts")).chat(prompt, options, io)));
}

/** Adds `helve eval` and its subcommand to the program. */
export function addEvalCommands(evaluation: Command, io: Io, finish: (code: number) => void): void {
  const load = () => import("../commands/eval.ts");
  evaluation
    .option("--model <MODEL>", "openai:NAME, URL#NAME or models.ts#name; by default that of the task")
    .option("--limit <N>", "run only the first N samples")
    .option("--epochs <N>", "run each sample N times")
    .option("--max-samples <N>", "how many samples run at the same time, by default 10")
    .option(
      "--workers <N>",
      "run the samples in N threads; with --backend, in N processes on this machine, by default 1",
    )
    .addOption(new Option("--backend <ENGINE>", "spread the samples over workers by a queue").choices(evalBackends))
    .option("--log <DIR>", "where the log is written, by default logs")
    .option("--resume <LOG>", "go on with a run that was interrupted")
    .option("--json", "print one JSON object")
    .action(async (task, options) => finish(await (await load()).evaluate(task, options, io)));
  const workExample = "REDIS_URL=redis://server:6379 helve eval work evals/math.ts#sums --backend bullmq";
  described(
    evaluation.command("work <TASK>"),
    "Run samples of a run on another machine: with its TASK, --backend and --model.",
    [workExample],
    io,
  )
    .option("--concurrency <N>", "how many samples this worker runs at the same time", "10")
    // `--backend` and `--model` are options of `helve eval`.
    .action(async (task, _, command) => finish(await (await load()).work(task, command.optsWithGlobals(), io)));
  described(evaluation.command("view <LOG>"), "Write the report of a log, one HTML page.", ["helve eval view LOG"], io)
    .option("--out <FILE>", "the page, - for standard output; by default beside the log")
    .action(async (log, options) => finish(await (await load()).view(log, options, io)));
}

/** The subcommands of `helve rules`. */
export function addRulesCommands(rules: Command, io: Io, finish: (code: number) => void): void {
  const example =
    "helve rules suggest --model openai:gpt-5 --description @agent.md --examples calls.jsonl --out helve/rules.agentspec";
  described(rules, "Have a model write rules.", [example], io);
  described(rules.command("suggest"), "Have a model write rules from examples, and measure them.", [example], io)
    .option(...modelOption)
    .option(...keyOption)
    .requiredOption("--description <TEXT>", "what the agent does and what must not happen, or @FILE")
    .requiredOption(
      "--examples <FILE>",
      "one JSON object a line: id, harmful (by default true), and lang and code, tool and args, or steps; - for stdin (repeatable)",
      collect,
      [],
    )
    .option(
      "--harmless <FILE>",
      "more examples, which must not be stopped and which the model does not read (repeatable)",
      collect,
      [],
    )
    .addOption(
      new Option("--lang <LANG>", "the language of code whose line names none; by default shell").choices(
        languageNames,
      ),
    )
    .option(
      "--tools <SOURCE>",
      "the tools that rules may name: an OpenTool document or ./tools.js#EXPORT (repeatable)",
      collect,
      [],
    )
    .option("--policy <FILE>", "the policy; by default that of the project")
    .option("--attempts <N>", "how many answers the model may give; by default 3")
    .option("--shown <N>", "how many examples of each kind the model reads; by default half of them, at most 20")
    .option("--out <FILE>", "where the rules are written after you have accepted them")
    .option("--force", "replace a file that exists, after a person has confirmed")
    .option("-y, --yes", "accept all rules without a question")
    .option("--json", "print one JSON object; what a person reads is on standard error")
    .action(async (options) => finish(await (await import("../commands/suggest.ts")).suggest(options, io)));
}

const modelOption = [
  "--model <MODEL>",
  "openai:NAME, the address of an API (http://HOST/v1#NAME), or a module (./model.js#EXPORT)",
] as const;
const keyOption = [
  "--key-env <NAME>",
  "the variable with the API key; by default OPENAI_API_KEY, or HELVE_API_KEY for an address",
] as const;

const sandboxes = ["bubblewrap", "podman", "docker", "memory", "local"];

/** As in `engines` of `eval/backend.ts`, which loads with the command. */
const evalBackends = ["bullmq", "dbos", "restate"];
