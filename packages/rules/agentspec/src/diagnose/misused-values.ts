/** Reports predicates and references in the wrong place: `is_destructive == true`, `"args.path"` in quotes. */
import { quote } from "@helve/core/internal";
import type { Comparison, Literal, Reference, Value } from "@helve/core/program";
import { inferValue } from "./infer-value.ts";
import { replaceFix } from "./quick-fixes.ts";
import type { ReportIssue, RuleContext, RuleDiagnostic } from "./rule-context.ts";
import { findArgument, typesText } from "./schema-lookup.ts";

/** Reports predicates that are compared like arguments: `is_destructive == true`. */
export const comparedPredicate: RuleDiagnostic = (context, report) => {
  for (const comparison of context.comparisons) {
    const name = nameOfComparedPredicate(comparison, context);
    if (name === undefined) continue;
    const holds = truthOf(comparison);
    const expected = holds === undefined ? name : `${holds ? "" : "!"}${name}`;
    report(comparison, {
      code: "compared_predicate",
      severity: "error",
      message: `${quote(name)} is a predicate, not an argument: write ${expected} alone`,
      expected,
      quickFix: holds === undefined ? undefined : replaceFix(expected, comparison.range),
    });
  }
};

/** Whether a reference is a predicate's name that is compared like an argument. */
export function isComparedPredicate(reference: Reference, context: RuleContext): boolean {
  return context.comparisons.some(
    ({ left, right }) => (left === reference || right === reference) && predicateName(reference, context) !== undefined,
  );
}

/** Returns the name of a predicate that is compared with something, which is a mistake. */
function nameOfComparedPredicate({ left, right }: Comparison, context: RuleContext): string | undefined {
  return predicateName(left, context) ?? predicateName(right, context);
}

/** The name of a predicate that a value such as `is_destructive` names, if no tool is known to have such an argument. */
function predicateName(value: Value, context: RuleContext): string | undefined {
  if (value.type !== "reference" || value.root !== "args" || value.path.length !== 1) return undefined;
  const name = String(value.path[0]);
  if (context.catalogue.predicates?.has(name) !== true) return undefined;
  return findArgument(context, value.path).kind === "known" ? undefined : name;
}

/** Whether `p == true` and the like ask for `p` or for `!p`; `undefined` for other comparisons. */
function truthOf({ operator, left, right }: Comparison): boolean | undefined {
  const literal = left.type === "literal" ? left : right.type === "literal" ? right : undefined;
  if (typeof literal?.value !== "boolean" || (operator !== "==" && operator !== "!=")) return undefined;
  return literal.value === (operator === "==");
}

/** Reports references that are written as texts: `is_destructive("args.cmd")`. */
export const quotedReference: RuleDiagnostic = (context, report) => {
  const { predicates, comparisons, quantifiers } = context;
  const compared = comparisons.flatMap(({ operator, left, right }) =>
    operator === "==" || operator === "!=" || operator === "in" ? [left, right] : [],
  );
  const values = [
    ...predicates.flatMap((call) => call.arguments),
    ...compared,
    ...quantifiers.map(({ right }) => right),
  ];
  for (const value of values) if (isQuotedReference(value)) reportQuoted(value, report);
};

const quotedPath = /^(?:step\.)?args(?:\.[A-Za-z_]\w*|\[\d+\])+$/;

/** Whether a text is probably a reference in quotes by mistake: `"args.path"`. */
function isQuotedReference(value: Value): value is Literal & { readonly value: string } {
  return value.type === "literal" && typeof value.value === "string" && quotedPath.test(value.value);
}

/** Reports a reference in quotes, with the fix to remove the quotes. */
function reportQuoted(node: Literal & { readonly value: string }, report: ReportIssue): void {
  report(node, {
    code: "quoted_reference",
    severity: "warning",
    message: `${quote(node.value)} is a text: to refer to the argument, write ${node.value}`,
    expected: node.value,
    // In a text `step` is an error outside of a question about earlier steps.
    quickFix: node.value.startsWith("args") ? replaceFix(node.value, node.range) : undefined,
  });
}

/** Reports `every` and `some` over a value that is never a list. */
export const notAList: RuleDiagnostic = (context, report) => {
  for (const { type, value } of context.quantifiers) {
    const { types } = inferValue(value, context);
    if (types === undefined || types.has("array")) continue;
    report(value, {
      code: "not_a_list",
      severity: "warning",
      message: `${type} compares the items of a list, but this is ${typesText(types)}: compare it without ${type}`,
      expected: "a list",
    });
  }
};

/** Reports windows that contain no step: `within 0h`. */
export const emptyWindow: RuleDiagnostic = ({ queries }, report) => {
  for (const { within } of queries) {
    if (within === undefined || (within.type === "duration" ? within.amount > 0 : within.steps >= 1)) continue;
    report(within, {
      code: "empty_window",
      severity: "warning",
      message: "no step ended within a time of 0",
      expected: "a time of more than 0, such as 1h",
    });
  }
};
