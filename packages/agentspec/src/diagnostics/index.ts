import { allowWithoutDeny } from "./allow-without-deny.ts";
import { besideStop } from "./beside-stop.ts";
import { blindPredicate } from "./blind-predicate.ts";
import { constantComparison } from "./constant-comparison.ts";
import { contradiction } from "./contradiction.ts";
import { coveredRules } from "./covered-rules.ts";
import { deprecatedSpelling } from "./deprecated-spelling.ts";
import { duplicateRule } from "./duplicate-rule.ts";
import { inspectionBesideInvoke } from "./inspection-beside-invoke.ts";
import { invokedArguments } from "./invoked-arguments.ts";
import type { ProgramDiagnostic, RuleDiagnostic } from "./look.ts";
import { neverFires } from "./never-fires.ts";
import { predicateArguments } from "./predicate-arguments.ts";
import { regularExpression } from "./regular-expression.ts";
import { unknownArgument } from "./unknown-argument.ts";
import { unknownEnforcement } from "./unknown-enforcement.ts";
import { unknownPredicate } from "./unknown-predicate.ts";
import { unknownTool } from "./unknown-tool.ts";

/** What is looked for in every rule. */
export const ruleDiagnostics: readonly RuleDiagnostic[] = [
  ...[unknownTool, unknownArgument, unknownPredicate, predicateArguments, unknownEnforcement, invokedArguments],
  ...[
    blindPredicate,
    constantComparison,
    contradiction,
    neverFires,
    regularExpression,
    besideStop,
    inspectionBesideInvoke,
  ],
];

/** What is looked for in a program as a whole. */
export const programDiagnostics: readonly ProgramDiagnostic[] = [
  ...[duplicateRule, allowWithoutDeny, coveredRules, deprecatedSpelling],
];
