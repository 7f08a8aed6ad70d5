/** Converts a session's log to the rows of `helve log`. */
import type { Args, JsonValue, StepStatus } from "@helve/core";
import type { SessionEntry } from "@helve/hooks/node";

/** A call in the log, in the form that `helve replay` reads. */
export interface LogRow {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly client: string;
  readonly session: string;
  /** The subagent; absent for the main agent. */
  readonly agent?: string;
  /** The requests of the user up to here. */
  readonly prompt: string;
  readonly tool: string;
  readonly args: Args;
  readonly verdict: "allow" | "deny" | "ask";
  /** Whether a person has allowed the call. */
  readonly allowed?: "once" | "session";
  /** The rules that object. */
  readonly rules: readonly string[];
  readonly status?: StepStatus;
  readonly result?: JsonValue;
  /** The call of a gateway was sent to its server, and its end was not recorded. */
  readonly noOutcome?: true;
}

/** The calls of a session by its log. */
export function rowsOf(entries: readonly SessionEntry[]): readonly LogRow[] {
  const rows: LogRow[] = [];
  const prompts: string[] = [];
  const places = new Map<string, number>();
  const scopes = new Map<string, "once" | "session">();
  let [client, session] = ["", ""];
  let used: "once" | "session" | undefined;
  for (const entry of entries) {
    switch (entry.type) {
      case "begin":
        ({ client, session } = entry);
        break;
      case "prompt":
        prompts.push(entry.text);
        break;
      case "approval":
        scopes.set(entry.id, entry.scope);
        break;
      case "approval_used":
        // The call that it allows follows.
        used = scopes.get(entry.id);
        break;
      case "call": {
        const { at, call: id, agent, tool, args, verdict } = entry;
        places.set(id, rows.length);
        rows.push({
          id,
          at,
          client,
          session,
          agent,
          prompt: prompts.join("\n"),
          tool,
          args,
          verdict: verdict.kind,
          allowed: used,
          rules: verdict.rules,
          status: verdict.kind === "deny" ? ("stopped" as const) : undefined,
        });
        used = undefined;
        break;
      }
      case "result": {
        const place = places.get(entry.call);
        const row = place === undefined ? undefined : rows[place];
        if (place === undefined || row === undefined) break;
        rows[place] = { ...row, status: entry.failed ? "failed" : "success", result: entry.result };
      }
    }
  }
  return rows;
}
