import { noStreams, type Run } from "./run.ts";
import { runText } from "./run-shell.ts";
import { copyState, type ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";

/** Runs the commands of a table of `cron`, whose lines begin with five times, or with `@daily` and its like. */
export function runCrontab(text: string, span: Span, state: ShellState, run: Run): void {
  for (const line of text.split("\n")) {
    const [, command] = /^\s*(?:@\w+|(?:[^\s#]\S*\s+){4}\S+)\s+(\S.*)$/.exec(line) ?? [];
    if (command !== undefined) runText(command, span, copyState(state), "cron", noStreams, { ...run, certain: false });
  }
}
