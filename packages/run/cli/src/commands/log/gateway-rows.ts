/** Reads the calls of MCP gateways from their audit logs, for `helve log`. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { auditRecordIn } from "@helve/executor/node";
import { logFiles } from "@helve/hooks/node";
import { outcomeOf } from "./outcome-of.ts";
import type { LogRow } from "./rows.ts";

/** The audit logs of the gateways of MCP servers. @param state - the state folder */
export function gatewayLogs(state: string): readonly string[] {
  return logFiles(join(state, "mcp", "audit"));
}

/**
 * The calls in the audit log of a gateway. A call that was sent to its server, but whose end was not recorded, has `noOutcome`: it still runs, or
 * the gateway was killed.
 *
 * @throws Error if a line is not a record
 */
export function gatewayRows(path: string): readonly LogRow[] {
  const text = readFileSync(path, "utf8");
  // Another process may be writing the next line.
  const lines = text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .slice(0, -1);
  const session = /-(\d+)\.jsonl$/.exec(path)?.[1] ?? basename(path, ".jsonl");
  const rows = new Map<string, LogRow>();
  for (const [index, line] of lines.entries()) {
    const record = auditRecordIn(line);
    if (record === undefined) throw new Error(`${path}:${index + 1} is no record of an audit log`);
    const { started, actionReturn } = record;
    const at = Date.parse(record.at);
    const common = { client: "mcp", session, prompt: "" };
    if (started !== undefined) {
      const known = rows.get(started.id);
      const row: LogRow = {
        ...common,
        id: started.id,
        at,
        tool: started.name,
        args: started.args,
        verdict: "allow",
        rules: [],
      };
      rows.set(started.id, { ...row, allowed: known?.verdict === "ask" ? "once" : undefined, noOutcome: true });
      continue;
    }
    const { id } = actionReturn;
    const known = rows.get(id);
    const row = { ...common, id, at: known?.at ?? at, ...outcomeOf(actionReturn) };
    const isApproved = (known?.verdict === "ask" || known?.allowed !== undefined) && row.verdict === "allow";
    rows.set(id, isApproved ? { ...row, allowed: "once" } : row);
  }
  return [...rows.values()];
}
