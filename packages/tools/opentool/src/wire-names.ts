/** Maps tool names with dots to names that OpenTool and the model providers allow. */
import { type Issue, IssuesError } from "@helve/core";
import { quote } from "@helve/core/internal";

/** Maps tool names to names on the wire and back. */
export interface WireNames {
  /** The name on the wire; `undefined` for an unknown name. */
  toWire(name: string): string | undefined;
  /** The tool's own name; `undefined` for an unknown name. */
  fromWire(wire: string): string | undefined;
}

/** Some tool names are not allowed on the wire, or become the same name there. */
export class WireNameError extends IssuesError {
  override readonly code = "invalid_names";
}

/**
 * Creates a reversible table from tool names to names that OpenTool and the providers allow: 1 to 64 of `a-z`, `A-Z`,
 * `0-9`, `-` and `_` (OpenTool 1.0.0 §Function). A dot becomes `-`; a name without a dot is unchanged.
 *
 * @throws WireNameError with every name that is not allowed and every two names that become the same
 *
 * @example
 * const names = wireNames(["Terminal.Execute", "weather"]);
 * names.toWire("Terminal.Execute"); // "Terminal-Execute"
 * names.fromWire("Terminal-Execute"); // "Terminal.Execute"
 */
export function wireNames(names: Iterable<string>): WireNames {
  const wires = new Map<string, string>();
  const origins = new Map<string, string>();
  const issues: Issue[] = [];
  for (const name of new Set(names)) {
    if (!validToolName.test(name)) {
      issues.push(invalidNameIssue(name));
      continue;
    }
    const wire = name.replaceAll(".", "-");
    const other = origins.get(wire);
    if (other !== undefined) issues.push(nameClashIssue(name, other, wire));
    wires.set(name, wire);
    origins.set(wire, other ?? name);
  }
  if (issues.length > 0) throw new WireNameError(issues);
  return { toWire: (name) => wires.get(name), fromWire: (wire) => origins.get(wire) };
}

/** Words of the wire's letters with single dots between them, 64 characters in all. */
const validToolName = /^(?=.{1,64}$)[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]+)*$/;

/** Creates the issue of a name that is not allowed on the wire. */
function invalidNameIssue(name: string): Issue {
  const right = "1 to 64 of a-z, A-Z, 0-9, - and _, with single dots between words";
  const length = name.length > 64 ? `, ${name.length} characters` : "";
  return {
    code: "invalid_name",
    message: `a tool's name must be ${right} (got ${quote(name)}${length})`,
    expected: right,
  };
}

/** Creates the issue of two names that become the same name on the wire. */
function nameClashIssue(name: string, other: string, wire: string): Issue {
  const message = `${quote(name)} and ${quote(other)} have one name on the wire, ${quote(wire)}: rename one of them`;
  return { code: "name_clash", message };
}
