import { quote } from "@helve/core/internal";

import type { DomainEnforcement, PredicateCall } from "../syntax/index.ts";
import { hint } from "./hint.ts";
import type { Look, Report } from "./look.ts";
import { renamed } from "./rewrite.ts";

/** What a host has of one kind, and how a name is spoken of that is none of them. */
interface Names {
  readonly code: string;
  readonly what: string;
  readonly expected: string;
  /** Absent where they are not known. */
  readonly known: ReadonlyMap<string, unknown> | undefined;
}

/** Notes the names that the host does not have, each with the one that was probably meant. */
export function reportUnknown(
  nodes: readonly (PredicateCall | DomainEnforcement)[],
  { code, what, expected, known: names }: Names,
  { known, text }: Look,
  report: Report,
): void {
  if (names === undefined) return;
  for (const node of nodes) {
    if (names.has(node.name)) continue;
    const meant = known.suggest(node.name, names, names.keys());
    const fix = meant === undefined ? undefined : renamed(node, meant, text);
    report(node, {
      code,
      severity: "error",
      message: `there is no ${what} ${quote(node.name)}${hint(meant)}`,
      expected: meant ?? expected,
      ...(fix !== undefined && { quickFix: fix }),
    });
  }
}
