import type { Issue, Repair, TextRange } from "@helve/core";
import { jsonPointer, type SourceText, sourceText } from "@helve/core/internal";
import type { ResolvedOptions } from "../options.ts";
import type { RepairKind } from "../repair-kinds.ts";
import type { Fault, Stretch } from "./literal.ts";

/** What is known about the text at hand, and what was found in it so far. */
export interface Reading {
  readonly text: string;
  readonly options: ResolvedOptions;
  readonly issues: Issue[];
  readonly repairs: Repair[];
  readonly range: (stretch: Stretch) => TextRange;
}

export function readingOf(text: string, options: ResolvedOptions): Reading {
  let source: SourceText | undefined;
  const range = ({ start, end }: Stretch): TextRange => {
    source ??= sourceText(text);
    return source.range(start, end);
  };
  return { text, options, issues: [], repairs: [], range };
}

/** How many issues are listed. */
const mostIssues = 100;

/** Notes what is wrong, with its place in the text. Beyond a hundred, nothing more is noted. */
export function report(reading: Reading, fault: Fault, stretch: Stretch, path: readonly PropertyKey[] = []): void {
  if (reading.issues.length < mostIssues) reading.issues.push(issueOf(reading, fault, stretch, path));
}

function issueOf(reading: Reading, fault: Fault, stretch: Stretch, path: readonly PropertyKey[]): Issue {
  const range = reading.range(stretch);
  const message = `${fault.message}, at line ${range.start.line}, column ${range.start.column}`;
  return { ...fault, message, path: jsonPointer(path), range };
}

/** Notes a repair of what stands in the text. */
export function mend(
  reading: Reading,
  kind: RepairKind,
  { start, end }: Stretch,
  after: unknown,
  path: readonly PropertyKey[] = [],
): void {
  const before = reading.text.slice(start, end);
  reading.repairs.push({ kind, path: jsonPointer(path), offset: start, before, after });
}
