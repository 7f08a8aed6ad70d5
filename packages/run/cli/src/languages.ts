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

/** Adds all languages to a policy, and the argument meanings of the tools that run them, unless the policy defines these itself. */
export function withLanguages(policy: Policy): Policy {
  return { ...policy, languages, tools: { ...languageTools, ...policy.tools } };
}
