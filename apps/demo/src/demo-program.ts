/** Runs a demo as a command-line program: reads the options, starts the agent, prints each call and what the rules decided. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { type AgentOutcome, type Model, namedModel } from "@helve/agent";
import { errorJson, formatIssue, HelveError, type Issue } from "@helve/core";
import { UsageError } from "./usage-error.ts";

/** Runs a demo with the arguments of a command line, and returns the exit code. `signal` aborts it; never by default. */
export type DemoProgram = (args: readonly string[], signal?: AbortSignal) => Promise<number>;

/** The definition of a demo. */
export interface DemoDefinition<Own extends ParseArgsOptionsConfig> {
  /** The text of `--help`, with the options of this demo; the options of all demos follow. */
  readonly usage: string;
  /** The options of this demo, for `parseArgs`. */
  readonly options: Own;
  /** The addresses of the files that are used by default. */
  files(options: OptionValues<Own>): { readonly rules: URL; readonly script: URL };
  run(options: DemoOptions & OptionValues<Own>, context: DemoContext): Promise<AgentOutcome>;
}

/** The options of all demos. */
export interface DemoOptions {
  /** The text of the rules. */
  readonly rules: string;
  /** The text of the script: what the model says in place of a real one. */
  readonly script: string;
  /** The model that takes the place of the script, if the command line names one. */
  readonly model: Model | undefined;
  /** Print one JSON object for each step instead of text. */
  readonly json: boolean;
}

/** The context of a running demo. */
export interface DemoContext {
  readonly signal: AbortSignal;
  /** Prints issues of the rules that don't keep the demo from running. */
  warn(issues: readonly Issue[]): void;
}

type OptionValues<Own extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Own }>
>["values"];

/**
 * Creates the program of a demo: it parses the command line, reads the files and runs the demo.
 *
 * The exit code is 0 if the agent has ended, 1 if its model gave no answer, 2 if the command line or a file is invalid, 130 if the demo
 * was aborted.
 */
export function demoProgram<Own extends ParseArgsOptionsConfig>(demo: DemoDefinition<Own>): DemoProgram {
  return async (args, signal = new AbortController().signal) => {
    let files: Files | undefined;
    try {
      const [own, { help, json, ...named }] = parseOptions(args, demo);
      if (help) {
        process.stdout.write(demo.usage + commonUsage);
        return 0;
      }
      const defaults = demo.files(own);
      const { rules = fileURLToPath(defaults.rules), script = fileURLToPath(defaults.script) } = named;
      files = { rules, script };
      const inputs = await readInputs(files, named.model);
      const warn: DemoContext["warn"] = (issues) => printErrors(issues.map((issue) => formatIssue(issue, rules)));
      const outcome = await demo.run({ ...own, ...inputs, json }, { signal, warn });
      if (outcome.status === "failed") {
        printErrors([outcome.error.message]);
        return 1;
      }
    } catch (error) {
      const problems = problemsOfInput(error, files);
      if (problems !== undefined) {
        printErrors(problems);
        return 2;
      }
      if (!signal.aborted) throw error;
    }
    return signal.aborted ? 130 : 0;
  };
}

/** Runs a demo with the arguments of this process, until it ends or the user presses Ctrl-C. */
export async function startProgram(main: DemoProgram): Promise<void> {
  const interrupted = new AbortController();
  process.once("SIGINT", () => interrupted.abort());
  process.stdout.on("error", () => interrupted.abort()); // the reader of the output has closed it
  process.exitCode = await main(process.argv.slice(2), interrupted.signal);
}

const commonOptions = {
  rules: { type: "string" },
  script: { type: "string" },
  model: { type: "string" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

const commonUsage = `
  --rules FILE     use other AgentSpec rules
  --script FILE    use another script: one message of the model in JSON on each line
  --model MODEL    use a model in place of the script: openai:NAME with OPENAI_API_KEY, or URL#NAME, such as
                   http://localhost:11434/v1#qwen3
  --json           print one JSON object for each step, then one with the result
  --help           print this
`;

/**
 * Returns the options of this demo, and those of all demos.
 *
 * @throws UsageError for an unknown option or an argument that is not an option
 */
function parseOptions<Own extends ParseArgsOptionsConfig>(
  args: readonly string[],
  { options, usage }: DemoDefinition<Own>,
): readonly [own: OptionValues<Own>, common: OptionValues<typeof commonOptions>] {
  try {
    const { values } = parseArgs({ args: [...args], options: { ...options, ...commonOptions } });
    return [values as OptionValues<Own>, values as OptionValues<typeof commonOptions>];
  } catch (error) {
    throw new UsageError(`${errorJson(error).message}\n\n${usage}${commonUsage}`);
  }
}

/** The paths of the files that the demo uses. */
interface Files {
  readonly rules: string;
  readonly script: string;
}

/** Reads the rules, and the script unless a model takes its place. @throws UsageError */
async function readInputs(
  { rules, script }: Files,
  model: string | undefined,
): Promise<Pick<DemoOptions, "rules" | "script" | "model">> {
  const text = await readText(rules);
  if (model !== undefined) return { rules: text, script: "", model: namedModel(model, { environment: process.env }) };
  return { rules: text, script: await readText(script), model: undefined };
}

async function readText(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`${file}:1:1: can't be read: ${error.message}`);
  });
}

/** Returns what is wrong with the command line or a file, one text for each problem; `undefined` for any other error. */
function problemsOfInput(error: unknown, files: Files | undefined): readonly string[] | undefined {
  if (!HelveError.is(error)) return undefined;
  const { issues = [] } = error as { readonly issues?: readonly Issue[] };
  switch (error.code) {
    case "invalid_program":
    case "invalid_plan":
      return issues.map((issue) => formatIssue(issue, files?.rules));
    case "invalid_script":
      return issues.map((issue) => formatIssue(issue, files?.script));
    case "usage":
    case "invalid_agent": // the name of the model
    case "unavailable": // a sandbox that this machine can't have
      return [error.message];
    default:
      return undefined;
  }
}

function printErrors(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`);
}
