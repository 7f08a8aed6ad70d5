import type { DecodedArguments, JsonSchema, Repair } from "@helve/core";
import { bind } from "../bind.ts";
import { decodeValue } from "../decode.ts";
import { notJson } from "../not-json.ts";
import type { ResolvedOptions } from "../options.ts";
import { notATuple } from "./given.ts";
import { isOneValue } from "./only-parameter.ts";

/** Arguments that were parsed already: an array has them in order, an object by name. */
export function decodeParsed(raw: unknown, schema: JsonSchema, options: ResolvedOptions): DecodedArguments {
  const broken = notJson(raw);
  if (broken.length > 0) return { ok: false, issues: broken, repairs: [] };
  if (Array.isArray(raw)) return decodeItems(raw, schema, options);
  if (typeof raw === "object" && raw !== null) return decodeValue(raw, schema, [], options);
  const fault = notATuple(raw === null ? "null" : `a ${typeof raw}`);
  return { ok: false, issues: [{ ...fault, path: "" }], repairs: [] };
}

function decodeItems(items: readonly unknown[], schema: JsonSchema, options: ResolvedOptions): DecodedArguments {
  const isOne = options.repair && !options.strict && isOneValue(items.length, schema);
  const repairs: Repair[] = isOne ? [{ kind: "single_value", path: "", before: items, after: [items] }] : [];
  const { values, faults } = bind({ positional: isOne ? [items] : items, named: [] }, schema);
  const decoded = decodeValue(Object.fromEntries(values), schema, repairs, options);
  if (faults.length === 0) return decoded;
  const misfits = decoded.ok ? [] : decoded.issues;
  return { ok: false, issues: [...faults.map(({ issue }) => issue), ...misfits], repairs: decoded.repairs };
}
