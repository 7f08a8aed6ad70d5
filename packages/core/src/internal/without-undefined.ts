/**
 * A record without the members that are `undefined`, for records that are compared, enumerated or signed as JSON. The record itself
 * if all its members have values.
 *
 * @example
 * withoutUndefined({ id: "a", replaces: undefined }); // { id: "a" }
 */
export function withoutUndefined<Members extends object>(members: Members): Members {
  for (const key in members) {
    if (members[key] !== undefined) continue;
    return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Members;
  }
  return members;
}
