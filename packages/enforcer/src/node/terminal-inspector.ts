import type { Args, InspectionRequest, RuleRecord } from "@helve/core";
import { escapeInvisible, isObject, jsonSyntaxIssue, visibleJson } from "@helve/core/internal";
import type { InspectionAnswer, Inspector } from "../inspection.ts";

import { changeText } from "./terminal/change-text.ts";
import { interrupted, type LineReader, lineReader, NoAnswer } from "./terminal/line-reader.ts";
import { type Paint, paintFor } from "./terminal/paint.ts";
import { requestText } from "./terminal/request-text.ts";

/** How a person is asked at a terminal. */
export interface TerminalInspectorOptions {
  /**
   * Where answers come from, a line each; the process's own terminal by default. A stream that is no terminal is read as
   * it is, so that answers can be piped in.
   */
  readonly input?: NodeJS.ReadableStream | undefined;
  /** Where questions go; standard error by default. */
  readonly output?: NodeJS.WritableStream | undefined;
  /** Whether there is colour; by default where the output is a terminal that has it, unless `NO_COLOR` is set. */
  readonly color?: boolean | undefined;
  /** A rule in words, shown under its name: `({ rule }) => explainRule(…)`. */
  readonly inWords?: ((rule: RuleRecord) => string | undefined) | undefined;
  /** Told that Ctrl-C was pressed, which rejects; a host may want to end altogether. */
  readonly onInterrupt?: (() => void) | undefined;
}

/**
 * An inspector (AgentSpec §3.3.2, Fig. 1) that asks the person at the terminal: shows the action, the rules with what they
 * found and where, and takes an approval, a rejection, other arguments or a fix. What an edit or a fix changes is shown as a
 * diff; an edit has to be confirmed. When several actions are asked about at once, one waits for the other.
 *
 * No terminal, Ctrl-C, the end of the input and an abort are rejections. Whatever a model wrote is shown, never obeyed.
 *
 * @example
 * const engine = new Engine(rules, { predicates, inspect: terminalInspector() });
 */
export function terminalInspector(options: TerminalInspectorOptions = {}): Inspector {
  const { input = process.stdin, output = process.stderr, color, inWords = () => undefined, onInterrupt } = options;
  if (options.input === undefined && !(process.stdin.isTTY && isTty(output))) {
    return () => ({ decision: "reject", reason: "there is no terminal to ask at" });
  }
  const paint = paintFor(output, color);
  const reader = lineReader({ input, output });
  const inTurn = queue();

  const askNow = async (request: InspectionRequest, signal: AbortSignal): Promise<InspectionAnswer> => {
    const abort = (): void => reader.stop(nobodyWaits);
    signal.addEventListener("abort", abort);
    try {
      if (signal.aborted) throw new NoAnswer(nobodyWaits);
      return await ask(request, { reader, output, paint, inWords });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      output.write("\n");
      if (error.message === interrupted) onInterrupt?.();
      return { decision: "reject", reason: error.message };
    } finally {
      signal.removeEventListener("abort", abort);
      reader.rest();
    }
  };
  const inspect: Inspector = (request, { signal }) => inTurn(() => askNow(request, signal));
  const fixed: Inspector["fixed"] = (change) => {
    void inTurn(async () => output.write(fixedText(change, paint)));
  };
  return Object.assign(inspect, { fixed });
}

const nobodyWaits = "nobody waited for the answer any longer";

function isTty(stream: NodeJS.WritableStream): boolean {
  return (stream as Partial<NodeJS.WriteStream>).isTTY === true;
}

/** Does one thing after the other. */
function queue(): <Made>(make: () => Promise<Made>) => Promise<Made> {
  let last: Promise<unknown> = Promise.resolve();
  return (make) => {
    const made = last.then(make);
    last = made.catch(() => {});
    return made;
  };
}

interface Asking {
  readonly reader: LineReader;
  readonly output: NodeJS.WritableStream;
  readonly paint: Paint;
  readonly inWords: (rule: RuleRecord) => string | undefined;
}

/** Asks until there is an answer. */
async function ask(request: InspectionRequest, asking: Asking): Promise<InspectionAnswer> {
  const { reader, output, paint, inWords } = asking;
  const { text, isShortened } = requestText(request, { paint, inWords, isWhole: false });
  const isOfAction = (request.event ?? "before_action") === "before_action";
  const { fixes } = request;
  output.write(text);
  const choices = [
    "[a]pprove",
    ...(isOfAction ? ["approve for this [s]ession"] : []),
    "[r]eject",
    ...(isOfAction ? ["[e]dit"] : []),
    ...fixes.map((fix, index) => `[${index + 1}] ${escapeInvisible(fix)}`),
    ...(isShortened ? ["show [w]hole"] : []),
  ];
  for (;;) {
    const said = (await reader.ask(`  ${choices.join(", ")}? `)).trim();
    switch (said.toLowerCase()) {
      case "a":
      case "approve":
        return { decision: "approve" };
      case "s":
      case "session":
        if (!isOfAction) break;
        return { decision: "approve", remember: "session" };
      case "r":
      case "reject": {
        const reason = (await reader.ask("  why? The model reads it; it may be empty: ")).trim();
        return reason === "" ? { decision: "reject" } : { decision: "reject", reason };
      }
      case "e":
      case "edit": {
        const args = isOfAction ? await edit(request.action.args, asking) : undefined;
        if (args !== undefined) return { decision: "edit", args };
        break;
      }
      case "w":
      case "whole":
        output.write(requestText(request, { paint, inWords, isWhole: true }).text);
        break;
      default: {
        const fix = fixes.find((name, index) => said === `${index + 1}` || said === name);
        if (fix !== undefined) return { decision: "fix", fix };
        output.write("  answer with the letter or the number in brackets\n");
      }
    }
  }
}

/** @returns other arguments, or nothing when the person would rather not. */
async function edit(args: Args, { reader, output, paint }: Asking): Promise<Args | undefined> {
  for (let draft = visibleJson(args); ; ) {
    output.write("  The arguments as JSON, on one line; leave it empty to go back.\n");
    draft = (await reader.ask("  arguments: ", draft)).trim();
    if (draft === "") return undefined;
    const fault = jsonSyntaxIssue(draft);
    const edited: unknown = fault === undefined ? JSON.parse(draft) : undefined;
    if (!isObject(edited)) {
      output.write(`  ${escapeInvisible(fault?.message ?? 'arguments are an object: {"name": value}')}\n`);
      continue;
    }
    const change = changeText(args, edited, paint);
    if (change.length === 0) {
      output.write("  that changes nothing\n");
      return undefined;
    }
    output.write(change.map((line) => `    ${line}\n`).join(""));
    const said = (await reader.ask("  run it with these arguments, [y]es or [n]o? ")).trim().toLowerCase();
    return said === "y" || said === "yes" ? edited : undefined;
  }
}

type Fixed = Parameters<NonNullable<Inspector["fixed"]>>[0];

function fixedText({ before, after }: Fixed, paint: Paint): string {
  const change = changeText(before.args, after.args, paint);
  if (change.length === 0) return `  the fix left ${escapeInvisible(before.name)} as it is\n`;
  return [`  the fix changed ${escapeInvisible(before.name)}:`, ...change.map((line) => `    ${line}`), ""].join("\n");
}
