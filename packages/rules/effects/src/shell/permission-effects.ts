import type { PermissionEffect } from "../effects.ts";
import { literalText } from "./argument.ts";
import type { WordSelector } from "./catalogue/entry.ts";
import { emit, spanBetween } from "./evaluation.ts";
import { isRecursive, type ProgramCall } from "./program-call.ts";
import { targetOf } from "./target.ts";
import { selectWords } from "./word-selector.ts";

/** Emits changes of modes, owners, access lists and attributes: `chmod`, `chown`, `setfacl`, `chattr`. */
export function emitPermissionEffects(call: ProgramCall): void {
  const { entry, parsed, last, name, head, evaluation, state, certainty } = call;
  const changes: readonly (readonly [WordSelector | undefined, PermissionEffect["change"]])[] = [
    [entry.modes, "mode"],
    [entry.owners, "owner"],
    [entry.acls, "acl"],
    [entry.attributes, "attributes"],
  ];
  for (const [where, change] of changes) {
    if (where === undefined) continue;
    const values = selectWords(entry.value ?? "first operand", parsed, last);
    // In `chmod -x file`, the mode looks like an option, unless options name it.
    const taken = name === "chattr" ? /^-[a-zA-Z]/ : /^-[rwxXst]/;
    const mayBeOption = entry.value === undefined && (change === "mode" || name === "chattr");
    const minus = parsed.options.find((option) => mayBeOption && option.name !== "-R" && taken.test(option.name))?.at;
    const value = minus ?? values[0];
    if (where === "nothing" && value === undefined) continue; // `umask` without a mode prints it
    const text = value === undefined ? null : (literalText(value) ?? null);
    const targets =
      where === "nothing" ? [undefined] : minus === undefined ? selectWords(where, parsed, last) : parsed.operands;
    for (const at of targets) {
      if (change === "attributes" && /^[+=]/.test(at?.value?.text ?? "")) continue;
      const target = at === undefined ? null : targetOf(at.value, state);
      const details = {
        target,
        recursive: isRecursive(call),
        change,
        value: text,
        grants: grantsRights(change, text, name),
      };
      emit({ kind: "permission", ...details, certainty }, name, spanBetween(head, at ?? last), evaluation);
    }
  }
}

/**
 * Whether a change of permissions gives rights to others. It lets them write a file (`o+w`), lets everybody run it with its owner's rights (`u+s`),
 * or names others who get a right (`o+r`, `setfacl -m u:bob:r`). Everyday modes of files, such as `644` or `a+x`, are not included.
 *
 * A flag that protects a file counts, too, when it is removed (`chattr -i`).
 *
 * @param value - the mode or the access list, as `chmod`, `umask` and `setfacl` take it
 */
function grantsRights(change: PermissionEffect["change"], value: string | null, by: string): boolean | "unknown" {
  if (value === null) return change === "attributes" ? false : "unknown";
  if (change === "acl") return by === "setfacl" ? givesAccess.test(value) : windowsGrant(value);
  if (by === "chattr") return /^-[a-zA-Z]*[ia]/.test(value);
  if (by === "chflags") return /\bno[us](?:chg|appnd|unlnk)/.test(value);
  if (change !== "mode") return false;
  if (by === "umask")
    return /^[0-7]{1,4}$/.test(value) ? !(Number.parseInt(value, 8) & 0o002) : /o[+=]\w*w/.test(value);
  return value.split(",").some(clauseGrantsRights);
}

/** An entry of `setfacl` that gives rights to others, or to a user or a group by name: `o::r`, `u:bob:rwx`, `d:g:dev:5`. */
const givesAccess = /(^|,)\s*(d(efault)?:)?(o(ther)?::?|[ug]\w*:[^:,]+:)[-rwxX]*([rwxX]|[1-7])/;

/** Whether an option of `icacls` and `cacls` gives rights: `/grant`, `/g`. */
function windowsGrant(option: string): boolean | "unknown" {
  if (/^\/(grant|g|p)(:r)?$/i.test(option)) return true;
  return /^\/(deny|d|remove|r)(:g)?$/i.test(option) ? false : "unknown";
}

/** Whether a clause of a mode grants such rights: `777`, `o+w`, `o+r`, `a=rwx`, `u+s`, `+s`; with `D` or `F` for directories or files, as in rsync. */
function clauseGrantsRights(text: string): boolean {
  const clause = text.replace(/^[DF]/, "");
  if (/^[0-7]{1,5}$/.test(clause)) return (Number.parseInt(clause, 8) & 0o6002) !== 0;
  const [, who = "", changes = ""] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(clause) ?? [];
  const parsed = [...changes.matchAll(/[+=]([rwxXstugo]*)/g)].map(([, rights]) => rights ?? "").join("");
  const toAll = /[oa]/.test(who);
  const toOthers = who.includes("o") && /[rwx]/.test(parsed);
  return parsed.includes("s") || toOthers || (toAll && /[w]/.test(parsed)) || (toAll && /[ug]/.test(parsed));
}
