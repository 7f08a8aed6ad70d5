import { type Issue, jsonFault, type Repair, sourceOf } from "@helve/core";

/** Reads JSON text, also inside a Markdown fence; a repair says so. Of duplicate keys the last wins. */
export function parseJsonText(text: string): {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
} {
  const { json, offset } = insideFence(text);
  const repairs: Repair[] = json === text ? [] : [{ kind: "fence", path: "", offset: 0, before: text, after: json }];
  try {
    return { value: JSON.parse(json), issues: [], repairs };
  } catch {
    return { value: undefined, issues: [notJson(text, json, offset)], repairs };
  }
}

/** The text between a Markdown fence's first and last line, when the whole text is one fence. */
function insideFence(text: string): { json: string; offset: number } {
  const fenced = text.trim();
  const open = fenced.indexOf("\n") + 1;
  const close = fenced.length - "```".length;
  if (!fenced.startsWith("```") || !fenced.endsWith("```") || open === 0 || close < open)
    return { json: text, offset: 0 };
  return { json: fenced.slice(open, close), offset: text.indexOf("```") + open };
}

/** What is wrong, with its place in the whole text. */
function notJson(text: string, json: string, offset: number): Issue {
  const fault = jsonFault(json);
  const at = offset + (fault?.range?.start.offset ?? 0);
  const range = sourceOf(text).range(at, offset + (fault?.range?.end.offset ?? json.length));
  const message = `the arguments are ${fault?.message ?? "not JSON"}, at line ${range.start.line}, column ${range.start.column}`;
  return { code: "json", message, path: "", range, expected: fault?.expected ?? "JSON" };
}
