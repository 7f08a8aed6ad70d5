/** Measures suggested rules on examples, and prints the figures. */
import type { RuleMeasures } from "@helve/rule-tests";
import { oneLine } from "../chat/visible-text.ts";

/** Measures of rules on the examples that the model has read, on the other examples, and on the examples of `--harmless`. */
export interface Figures {
  readonly shown: RuleMeasures;
  readonly unseen: RuleMeasures;
  readonly harmless: RuleMeasures;
}

/** A table of what rules stop, and one of what each rule contributes, with the names of the examples that are decided wrong. */
export function formatFigures({ shown, unseen, harmless }: Figures): string {
  const sets = [shown, unseen, harmless];
  const counts = [
    ["examples", "harm stopped", "false alarms"],
    ["read by the model", share(shown.harmful), share(shown.harmless)],
    ["not read", share(unseen.harmful), share(unseen.harmless)],
    ...(harmless.harmless.of === 0 ? [] : [["--harmless", "–", share(harmless.harmless)]]),
  ];
  const rules = shown.rules.map(({ name }, index) => {
    const each = sets.flatMap((set) => set.rules[index] ?? []);
    const sum = (key: "harmful" | "alone"): string => String(each.reduce((total, rule) => total + rule[key], 0));
    return [`@${name}`, sum("harmful"), sum("alone"), list(each.flatMap(({ falseAlarms }) => falseAlarms))];
  });
  const missed = sets.flatMap((set) => set.missed);
  return [
    ...table(counts),
    "",
    ...table([["rule", "harm", "by it alone", "false alarms"], ...rules]),
    ...(missed.length === 0 ? [] : ["", `missed harm: ${list(missed)}`]),
    "",
  ].join("\n");
}

/** Writes a share: `3 of 4`, or `–` without examples. */
export function share({ stopped, of }: RuleMeasures["harmful"]): string {
  return of === 0 ? "–" : `${stopped} of ${of}`;
}

/** Writes rows as lines with aligned columns. */
function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The first names of examples, and how many more there are. */
function list(ids: readonly string[]): string {
  const more = ids.length - most;
  return ids.length === 0
    ? "none"
    : `${ids
        .slice(0, most)
        .map((id) => oneLine(id, 40))
        .join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const most = 8;
