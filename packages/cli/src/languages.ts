import { javascript } from "@helve/effects/javascript";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import type { Policy } from "@helve/predicates";

/** The readers of all languages. */
export const languages: NonNullable<Policy["languages"]> = { shell, python, javascript, sql, powershell, cmd };
