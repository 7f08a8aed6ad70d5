/**
 * An object without the members that are `undefined`, for documents and records: an absent member and an undefined one differ when
 * keys are listed, compared or signed as JSON. The object itself if all its members have values.
 *
 * @example
 * withoutUndefined({ name: "a", description: undefined }); // { name: "a" }
 */
export function withoutUndefined<const Members extends object>(members: Members): Defined<Members> {
  for (const key in members) {
    if (members[key] !== undefined) continue;
    return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<Members>;
  }
  return members as Defined<Members>;
}

/** The members, optional where they may be undefined. */
type Defined<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key];
} & { [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Members[Key] };
