/** `helve replay`: decides about recorded calls by other rules. */
import { predicates, resultTrust } from "@helve/predicates";
import { compareRules } from "@helve/rule-tests";
import { exitCodes, type Io } from "../io.ts";
import { judgingContext } from "../judge.ts";
import { readTextOrStdin } from "../read-text.ts";
import { rulesFromFile } from "../rules-source.ts";
import { styles } from "../styles.ts";
import { readSessions } from "./replay/read-sessions.ts";

/** The options of `helve replay`. */
export interface ReplayOptions {
  readonly rules: string;
  readonly before?: string;
  readonly policy?: string;
  readonly json?: boolean;
}

/** Decides about recorded calls, or the runs in a log of another program, by two rule files, and reports where the verdicts differ; the exit code is 1 if they do. */
export async function replay(file: string, { rules, before, policy, json }: ReplayOptions, io: Io): Promise<number> {
  const text = await readTextOrStdin(file, io);
  const sessions = readSessions(text, file);
  const context = judgingContext({ trustedHost: [], rules: before, policy }, io);
  const options = {
    predicates: predicates(context.policy),
    trust: resultTrust(context.policy.traits),
    signal: io.signal,
  };
  const after = rulesFromFile(rules, io.cwd);
  const { differences, summary, totals } = await compareRules(context.source.program, after.program, sessions, options);
  if (json) {
    const listed = differences.map(({ session, step, kind, action, rules: names }) => {
      return { session: sessions[session]?.id ?? session, step, kind, tool: action.name, rules: names };
    });
    io.out(`${JSON.stringify({ totals, differences: listed })}\n`);
  } else {
    const { bold, dim } = styles(io.colors);
    io.out(dim(`${context.source.name} → ${after.name}\n`));
    for (const { session, step, kind, action, rules: names } of differences) {
      const place = `${sessions[session]?.id ?? `session ${session + 1}`}, step ${step + 1}`;
      io.out(`${bold(kind)}: ${action.name} (${place}) by ${names.map((name) => `@${name}`).join(", ")}\n`);
    }
    io.out(`${summary}\n`);
  }
  return differences.length > 0 ? exitCodes.findings : exitCodes.fine;
}
