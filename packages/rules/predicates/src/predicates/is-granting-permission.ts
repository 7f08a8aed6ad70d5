import type { DatabaseEffect, PermissionEffect } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";
import { certainHit, type EffectPredicate, type Hit, unknownHit } from "./effect-predicate.ts";
import { codePhrases } from "./phrases.ts";
import { inListHit } from "./sensitive-paths.ts";

/** `is_granting_permission`: whether code gives rights to others, as in `chmod 777 a` and `setfacl -m u:bob:rwx a`. */
export const isGrantingPermission: EffectPredicate = {
  names: ["is_granting_permission"],
  description:
    "Whether the code gives rights to everybody or to another user: modes, owners, access lists, logins, grants of databases and clouds.",
  phrase: codePhrases({ does: "gives rights to others", doesNot: "give rights to others", zh: "授予他人权限" }),
  falseReason: "nothing in the code gives rights to anybody",
  createTest:
    ({ policy }) =>
    (effect) => {
      switch (effect.kind) {
        case "permission":
          return permissionHit(effect, policy);
        case "privilege":
          return effect.grants === true && certainHit;
        case "persist":
          return effect.where === "keys" && certainHit;
        case "database":
          return givesRights(effect) && certainHit;
        case "remote":
          return effect.change === "grant" && certainHit;
        default:
          return false;
      }
    },
};

/** Decides whether a permission change grants rights to others. */
function permissionHit(effect: PermissionEffect, policy: PreparedPolicy): Hit | false {
  const { change, grants, target, recursive } = effect;
  if (change === "owner" || grants === true) return certainHit;
  if (grants === "unknown") return unknownHit;
  if (target === null || !opensToOthers(effect) || isPublic.test(target.path)) return false;
  const hit = inListHit(policy.reading, target, recursive, "sensitive");
  // A folder may be above files with secrets: nearly each is.
  return hit !== false && hit.isAbove !== true && hit;
}

/** Files of the system that everybody may read anyway. */
const isPublic = /^\/(?:etc|usr)\/(?!.*(?:shadow|sudoers|private|_key$))/;

/** Whether a mode lets others than the owner read a file: `644`, `g+r`, `a=r`. Of a file with secrets, that gives them away. */
function opensToOthers({ change, value }: PermissionEffect): boolean {
  if (change !== "mode" || value === null) return false;
  if (/^[0-7]{1,5}$/.test(value)) return (Number.parseInt(value, 8) & 0o044) !== 0;
  return value.split(",").some((clause) => /^(?:[ugoa]*[goa][ugoa]*)?[+=][wxXst]*[rugo]/.test(clause));
}

/** Whether a statement gives rights; `REVOKE` and `DENY` change rights, too, but give none. */
function givesRights({ change, by }: DatabaseEffect): boolean {
  return change === "grant" && !/^(?:revoke|deny)$/i.test(by);
}
