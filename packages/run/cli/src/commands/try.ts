/** `helve try`: judges one call without running it. */
import type { Action, Args } from "@helve/core";
import { escapeInvisible, freezeCopy, isObject } from "@helve/core/internal";
import { describeEffects, languageCall, whyAllowed } from "@helve/predicates";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { createJudge, type Judged, judgingContext } from "../judge.ts";
import { styles } from "../styles.ts";
import { judgeBatch } from "./try/batch.ts";

/** The options of `helve try`. */
export interface TryOptions {
  /** `shell` by default. */
  readonly lang?: string;
  readonly tool?: string;
  readonly args?: string;
  readonly batch?: string;
  readonly cwd?: string;
  readonly home?: string;
  readonly project?: string;
  readonly trustedHost: readonly string[];
  readonly preset?: string;
  readonly rules?: string;
  readonly policy?: string;
  readonly json?: boolean;
}

/** Judges one call, or a batch of calls, and runs nothing. The exit code is 1 if a call is not allowed. */
export async function tryCall(code: string | undefined, options: TryOptions, io: Io): Promise<number> {
  const given = [code !== undefined, options.tool !== undefined, options.batch !== undefined].filter(Boolean).length;
  if (given !== 1) throw new UsageError("expected one of CODE, --tool with --args, or --batch");
  if (options.args !== undefined && options.tool === undefined) throw new UsageError("--args needs --tool");
  if (options.tool === "") throw new UsageError("--tool must be the name of a tool");
  if (options.lang !== undefined && code === undefined) throw new UsageError("--lang needs CODE");
  const judging = judgingContext(options, io);
  if (options.batch !== undefined) return judgeBatch(options.batch, judging, io);
  const action: Action =
    options.tool === undefined
      ? languageCall(options.lang ?? "shell", code ?? "")
      : { id: "call", name: options.tool, args: argumentsFrom(options.args) };
  const { judged, rulesForOtherTools } = await createJudge(judging)(action, {});
  const effects = describeEffects(action, judging.policy);
  const why = judged.kind === "allow" ? whyAllowed(action, judging.policy) : undefined;
  if (options.json) io.out(`${JSON.stringify({ ...judged, why, effects })}\n`);
  else {
    print(judged, judging.source.name, io);
    for (const reason of why ?? []) io.out(`  ${escapeInvisible(reason)}\n`);
    const { bold, dim } = styles(io.colors);
    io.out(`${bold("Effects")}\n`);
    const lines = effects.map(
      ({ sentence, certainty }) => `  ${sentence}${certainty === "certain" ? "" : dim(` (${certainty})`)}`,
    );
    io.out(`${[...new Set(lines)].join("\n") || "  none"}\n`);
    // Rules about `Bash` say nothing about code, which is judged as a call of `Terminal.Execute`.
    if (code !== undefined && rulesForOtherTools.length > 0) io.err(otherTools(action.name, rulesForOtherTools));
  }
  return judged.kind === "allow" ? exitCodes.fine : exitCodes.findings;
}

const headlines = {
  allow: "allowed",
  stop: "stopped",
  pending: "a person is asked",
  end: "stopped, and the agent ends",
} as const;

/** Prints a judgement. */
function print({ kind, reasons, messages = [], safer = [], facts = [] }: Judged, source: string, io: Io): void {
  const { bold, green, red, yellow, dim } = styles(io.colors);
  const color = kind === "allow" ? green : kind === "pending" ? yellow : red;
  io.out(`${bold(color(headlines[kind]))} ${dim(`by ${source}`)}\n`);
  for (const reason of reasons) io.out(`  ${reason}\n`);
  for (const message of messages) io.out(`  ${bold(escapeInvisible(message))}\n`);
  for (const way of safer) io.out(`  safer: ${way}\n`);
  for (const fact of facts) io.out(`  ${dim(fact)}\n`);
}

/** Lists rules for other tools that a person may have expected to apply. */
function otherTools(tool: string, rules: readonly string[]): string {
  const names = rules.slice(0, 5).map((name) => `@${name}`);
  const more = rules.length > names.length ? ` and ${rules.length - names.length} more` : "";
  return `helve: ${names.join(", ")}${more} ${rules.length === 1 ? "is" : "are"} about other tools than ${tool}: name one with --tool\n`;
}

function argumentsFrom(json = "{}"): Args {
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value) && !Array.isArray(value)) {
      if (freezeCopy(value) !== undefined) return value as Args;
      throw new UsageError("--args is nested too deeply: expected at most 1000 levels");
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  throw new UsageError(`--args must be a JSON object (got ${json})`);
}
