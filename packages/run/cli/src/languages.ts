import { go } from "@helve/effects/go";
import { javascript } from "@helve/effects/javascript";
import { php } from "@helve/effects/php";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { languageTools, type Policy } from "@helve/predicates";

/** The readers of all languages. */
export const languages: NonNullable<Policy["languages"]> = { shell, python, javascript, php, go, sql, powershell, cmd };

/** A policy with all languages, and with what the arguments of the tools that run them mean, unless it says so itself. */
export function withLanguages(policy: Policy): Policy {
  return { ...policy, languages, tools: { ...languageTools, ...policy.tools } };
}
