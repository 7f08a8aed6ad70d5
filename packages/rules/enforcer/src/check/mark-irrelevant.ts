import type { PredicateRecord, Truth } from "@helve/core";
import type { PlannedCheck } from "../plan/plan-check.ts";

/**
 * Marks the predicates of a check that do not matter for its value: in `a | b`, a false `a` if `b` is true or unknown.
 *
 * @param records - the records of the check's predicates in the order of their evaluation
 */
export function markIrrelevant(check: PlannedCheck, records: readonly PredicateRecord[]): readonly PredicateRecord[] {
  const remaining = records.entries();
  const { relevant } = read(check, () => remaining.next().value ?? []);
  return records.map((record, index) =>
    relevant.includes(index) ? record : Object.freeze({ ...record, irrelevant: true as const }),
  );
}

/** A part of a check. */
interface Part {
  readonly truth: Truth;
  /** The indexes of the records that decide its value. */
  readonly relevant: readonly number[];
}

/** Reads the records of a part in the order in which they were evaluated. */
function read(check: PlannedCheck, next: () => readonly [number, PredicateRecord] | readonly []): Part {
  switch (check.type) {
    case "literal":
      return { truth: check.value, relevant: [] };
    case "not": {
      const { truth, relevant } = read(check.operand, next);
      return { truth: truth === "unknown" ? truth : !truth, relevant };
    }
    case "and":
    case "or": {
      const deciding = check.type === "or";
      const parts: Part[] = [];
      for (const operand of check.operands) {
        const part = read(operand, next);
        if (part.truth === deciding) return part;
        parts.push(part);
      }
      const unknown = parts.filter(({ truth }) => truth === "unknown");
      const decisive = check.type === "or" && unknown.length > 0 ? unknown : parts;
      return {
        truth: unknown.length > 0 ? "unknown" : !deciding,
        relevant: decisive.flatMap(({ relevant }) => relevant),
      };
    }
    default: {
      const [index, record] = next();
      return index === undefined || record === undefined
        ? { truth: "unknown", relevant: [] }
        : { truth: record.value, relevant: [index] };
    }
  }
}
