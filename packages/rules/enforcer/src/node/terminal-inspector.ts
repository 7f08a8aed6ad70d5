import type { Args, InspectionRequest, RuleRecord } from "@helve/core";
import { escapeInvisible, isObject, jsonSyntaxIssue, visibleJson } from "@helve/core/internal";
import type { InspectionAnswer, Inspector, InspectorContext } from "../handlers.ts";
import { fitLines } from "./terminal/fit-lines.ts";
import { formatChange } from "./terminal/format-change.ts";
import { formatRequest } from "./terminal/format-request.ts";
import { interrupted, type LineReader, lineReader, NoAnswerError } from "./terminal/line-reader.ts";
import { createPaint, type Paint } from "./terminal/paint.ts";

/**
 * Creates an inspector that asks the person at the terminal (AgentSpec §3.3.2, Fig. 1). It shows the action, the violated
 * rules with their reasons, and the evidence, and accepts an approval, a rejection, other arguments or a fix. Changes by an
 * edit or a fix are shown as a diff; an edit must be confirmed. Concurrent requests are asked one after the other.
 *
 * Without a terminal, on Ctrl-C, at the end of the input and on an abort the answer is a rejection. Text from a model is
 * escaped and broken into lines before it is printed, so that it can't control the terminal or look like another question.
 *
 * @example
 * const engine = new Engine(rules, { predicates, inspect: terminalInspector() });
 */
export function terminalInspector(options: TerminalInspectorOptions = {}): Inspector<Pick<InspectorContext, "signal">> {
  const {
    input = process.stdin,
    output = process.stderr,
    color,
    describeRule = () => undefined,
    onInterrupt,
  } = options;
  if (options.input === undefined && !(process.stdin.isTTY && isTty(output))) {
    return () => ({ decision: "reject", reason: "there is no terminal to ask at" });
  }
  const paint = createPaint(output, color);
  const reader = lineReader({ input, output });
  const enqueue = taskQueue();

  const askPerson = async (request: InspectionRequest, signal: AbortSignal): Promise<InspectionAnswer> => {
    const abort = (): void => reader.stop(aborted);
    signal.addEventListener("abort", abort);
    try {
      if (signal.aborted) throw new NoAnswerError(aborted);
      return await askUntilAnswered(request, { reader, output, paint, describeRule });
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      output.write("\n");
      if (error.message === interrupted) onInterrupt?.();
      return { decision: "reject", reason: error.message };
    } finally {
      signal.removeEventListener("abort", abort);
      reader.release();
    }
  };
  const inspect: ReturnType<typeof terminalInspector> = (request, { signal }) =>
    enqueue(() => askPerson(request, signal));
  const onFixApplied: Inspector["onFixApplied"] = (change) => {
    void enqueue(async () => output.write(fitLines(formatFix(change, paint), output)));
  };
  return Object.assign(inspect, { onFixApplied });
}

/** Options of `terminalInspector`. */
export interface TerminalInspectorOptions {
  /** The stream with the answers, one per line; by default the process's terminal. Other streams allow piped answers. */
  readonly input?: NodeJS.ReadableStream | undefined;
  /** The stream for the questions; by default standard error. */
  readonly output?: NodeJS.WritableStream | undefined;
  /** Whether to use colors; by default if the output is a terminal with colors and `NO_COLOR` is not set. */
  readonly color?: boolean | undefined;
  /** Returns the text shown below a rule's name, such as `({ rule }) => explainRule(…)` of `@helve/agentspec`. */
  readonly describeRule?: ((rule: RuleRecord) => string | undefined) | undefined;
  /** Called on Ctrl-C, which rejects the action; an application may want to exit. */
  readonly onInterrupt?: (() => void) | undefined;
}

const aborted = "nobody waited for the answer any longer";

function isTty(stream: NodeJS.WritableStream): boolean {
  return (stream as Partial<NodeJS.WriteStream>).isTTY === true;
}

/** Returns a function that runs asynchronous tasks one at a time. */
function taskQueue(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => {});
    return result;
  };
}

/** The terminal of one question. */
interface Dialog {
  readonly reader: LineReader;
  readonly output: NodeJS.WritableStream;
  readonly paint: Paint;
  readonly describeRule: (rule: RuleRecord) => string | undefined;
}

/** Shows a request and reads lines until one is a valid answer or the input ends. */
async function askUntilAnswered(request: InspectionRequest, dialog: Dialog): Promise<InspectionAnswer> {
  const { reader, output, paint, describeRule } = dialog;
  const { text, isShortened } = formatRequest(request, { paint, describeRule, showAll: false });
  const showWhole = (): void => {
    output.write(fitLines(formatRequest(request, { paint, describeRule, showAll: true }).text, output));
    isWhole = true;
  };
  let isWhole = !isShortened;
  const isBeforeAction = (request.event ?? "before_action") === "before_action";
  const { fixes } = request;
  output.write(fitLines(text, output));
  const choices = [
    "[a]pprove",
    ...(isBeforeAction ? ["approve for this [s]ession"] : []),
    "[r]eject",
    ...(isBeforeAction ? ["[e]dit"] : []),
    ...fixes.map((fix, index) => `[${index + 1}] ${escapeInvisible(fix)}`),
    ...(isShortened ? ["show [w]hole"] : []),
  ];
  for (;;) {
    const choice = (await reader.readLine(`  ${choices.join(", ")}? `)).trim();
    // Nobody approves what was not shown.
    if (!isWhole && /^(?:a|approve|s|session)$/i.test(choice)) {
      showWhole();
      output.write("  this is the whole action: answer again\n");
      continue;
    }
    switch (choice.toLowerCase()) {
      case "a":
      case "approve":
        return { decision: "approve" };
      case "s":
      case "session":
        if (!isBeforeAction) break;
        return { decision: "approve", remember: "session" };
      case "r":
      case "reject": {
        const reason = (await reader.readLine("  why? The model reads it; it may be empty: ")).trim();
        return reason === "" ? { decision: "reject" } : { decision: "reject", reason };
      }
      case "e":
      case "edit": {
        const args = isBeforeAction ? await editArguments(request.action.args, dialog) : undefined;
        if (args !== undefined) return { decision: "edit", args };
        break;
      }
      case "w":
      case "whole":
        showWhole();
        break;
      default: {
        const fix = fixes.find((name, index) => choice === `${index + 1}` || choice === name);
        if (fix !== undefined) return { decision: "fix", fix };
        output.write("  answer with the letter or the number in brackets\n");
      }
    }
  }
}

/** Lets the person edit the arguments as JSON; `undefined` if they cancel or change nothing. */
async function editArguments(args: Args, { reader, output, paint }: Dialog): Promise<Args | undefined> {
  for (let draft = visibleJson(args); ; ) {
    output.write("  The arguments as JSON, on one line; leave it empty to go back.\n");
    draft = (await reader.readLine("  arguments: ", draft)).trim();
    if (draft === "") return undefined;
    const syntaxIssue = jsonSyntaxIssue(draft);
    const edited: unknown = syntaxIssue === undefined ? JSON.parse(draft) : undefined;
    if (!isObject(edited)) {
      output.write(
        fitLines(`  ${escapeInvisible(syntaxIssue?.message ?? 'arguments are an object: {"name": value}')}\n`, output),
      );
      continue;
    }
    const change = formatChange(args, edited, paint);
    if (change.length === 0) {
      output.write("  that changes nothing\n");
      return undefined;
    }
    output.write(fitLines(change.map((line) => `    ${line}\n`).join(""), output));
    const answer = (await reader.readLine("  run it with these arguments, [y]es or [n]o? ")).trim().toLowerCase();
    return answer === "y" || answer === "yes" ? edited : undefined;
  }
}

type FixChange = Parameters<NonNullable<Inspector["onFixApplied"]>>[0];

/** Formats how a fix changed the arguments of an action, as a diff. */
function formatFix({ before, after }: FixChange, paint: Paint): string {
  const change = formatChange(before.args, after.args, paint);
  if (change.length === 0) return `  the fix left ${escapeInvisible(before.name)} unchanged\n`;
  return [`  the fix changed ${escapeInvisible(before.name)}:`, ...change.map((line) => `    ${line}`), ""].join("\n");
}
