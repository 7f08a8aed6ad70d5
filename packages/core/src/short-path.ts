/**
 * Shortens the path of a value for a message: of a long one, the end is kept. The path of a value that is nested deeply has no limit otherwise.
 *
 * @param most - maximum length in UTF-16 units, 200 by default
 *
 * @example
 * shortPath("/list/0/0/0/0", 6); // "…/0/0/0"
 */
export function shortPath(path: string, most = 200): string {
  return path.length <= most ? path : `…${path.slice(-most).replace(/^[\uDC00-\uDFFF]/, "")}`;
}
