import type { PermissionEffect } from "../effects.ts";

/**
 * Whether a change gives rights to everybody, or those of a file's owner to whoever runs it: writing for others, or
 * setuid and setgid. To read or run what others made is nothing of that.
 *
 * @param value - the mode or the entries, as `chmod`, `umask` and `setfacl` take them
 */
export function grantsOf(change: PermissionEffect["change"], value: string | null, by: string): boolean | "unknown" {
  if (value === null) return change === "attributes" ? false : "unknown";
  if (change === "acl") return /(^|,)\s*(d(efault)?:)?o(ther)?::?[r-]*w|(^|,)\s*o(ther)?::?[2367]/.test(value);
  if (change !== "mode") return false;
  if (by === "umask")
    return /^[0-7]{1,4}$/.test(value) ? !(Number.parseInt(value, 8) & 0o002) : /o[+=]\w*w/.test(value);
  if (/^[0-7]{1,5}$/.test(value)) return (Number.parseInt(value, 8) & 0o6002) !== 0;
  return value.split(",").some(givesAll);
}

/** One clause such as `o+w`, `a=rwx`, `u+s`, `+s`. */
function givesAll(clause: string): boolean {
  const [, who = "", changes = ""] = /^([ugoa]*)((?:[-+=][rwxXstugo]*)+)$/.exec(clause) ?? [];
  const given = [...changes.matchAll(/[+=]([rwxXstugo]*)/g)].map(([, rights]) => rights ?? "").join("");
  const toAll = /[oa]/.test(who);
  return given.includes("s") || (toAll && /[w]/.test(given)) || (toAll && /[ug]/.test(given));
}
