/** The state of reading Python literals: options, issues and repairs. */
import type { Issue, Repair, TextRange } from "@helve/core";
import { jsonPointer, type SourceText, sourceText } from "@helve/core/internal";
import type { ResolvedOptions } from "../decode-options.ts";
import type { RepairKind } from "../repair-kinds.ts";
import type { Fault, TextSpan } from "./python-value.ts";

/** The state of reading one text: the options, and the issues and repairs so far. */
export interface TupleReading {
  readonly text: string;
  readonly options: ResolvedOptions;
  readonly issues: Issue[];
  readonly repairs: Repair[];
  readonly rangeOf: (stretch: TextSpan) => TextRange;
}

/** Creates the state of reading a text. */
export function newTupleReading(text: string, options: ResolvedOptions): TupleReading {
  let source: SourceText | undefined;
  const range = ({ start, end }: TextSpan): TextRange => {
    source ??= sourceText(text);
    return source.range(start, end);
  };
  return { text, options, issues: [], repairs: [], rangeOf: range };
}

/** The maximum number of issues. */
const maxIssues = 100;

/** Adds an issue with its range in the text; ignored after the first hundred issues. */
export function addIssue(
  reading: TupleReading,
  fault: Fault,
  stretch: TextSpan,
  path: readonly PropertyKey[] = [],
): void {
  if (reading.issues.length < maxIssues) reading.issues.push(createIssue(reading, fault, stretch, path));
}

/** Creates an issue for a range of the text; its message ends with line and column. */
function createIssue(reading: TupleReading, fault: Fault, stretch: TextSpan, path: readonly PropertyKey[]): Issue {
  const range = reading.rangeOf(stretch);
  const message = `${fault.message}, at line ${range.start.line}, column ${range.start.column}`;
  return { ...fault, message, path: jsonPointer(path), range };
}

/** Adds a repair of a range of the text. */
export function addRepair(
  reading: TupleReading,
  kind: RepairKind,
  { start, end }: TextSpan,
  after: unknown,
  path: readonly PropertyKey[] = [],
): void {
  const before = reading.text.slice(start, end);
  reading.repairs.push({ kind, path: jsonPointer(path), offset: start, before, after });
}
