/** Checks the bearer key of a request. */

/** Returns the name of the key that a request sends, or `undefined` if it sends none of them. */
export type Authorize = (request: Request) => string | undefined;

/**
 * Creates the check of bearer keys (RFC 6750). The time that it takes depends on the lengths of the keys, but not on how much of one
 * is right: every key is compared, each to its end.
 */
export function createAuthorize(keys: readonly string[] | Readonly<Record<string, string>>): Authorize {
  const isList = Array.isArray(keys);
  const named = Object.entries(keys).map(([name, key]) => [isList ? `key${Number(name) + 1}` : name, key] as const);
  return (request) => {
    const [, token] = /^bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
    if (token === undefined) return undefined;
    let found: string | undefined;
    for (const [name, key] of named) if (isEqual(token, key)) found ??= name;
    return found;
  };
}

function isEqual(sent: string, key: string): boolean {
  let difference = sent.length ^ key.length;
  // Past the end, `charCodeAt` returns NaN, which counts as 0.
  for (let index = 0; index < key.length; index++) difference |= key.charCodeAt(index) ^ sent.charCodeAt(index);
  return difference === 0;
}
