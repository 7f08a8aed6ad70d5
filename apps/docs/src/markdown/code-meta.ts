/** A member of what follows the language of a block of code: `title="rules.agentspec"`, or in single quotes. */
export function metaMember(meta: string, name: string): string | undefined {
  return new RegExp(`\\b${name}=(["'])(.*?)\\1`).exec(meta)?.[2];
}

/** The file that a block of code shows: a whole one with `title`, or lines that are added to one with `append`. */
export function shownFile(meta: string): { readonly name: string; readonly isAdded: boolean } | undefined {
  const [title, added] = [metaMember(meta, "title"), metaMember(meta, "append")];
  const name = title ?? added;
  return name === undefined ? undefined : { name, isAdded: title === undefined };
}
