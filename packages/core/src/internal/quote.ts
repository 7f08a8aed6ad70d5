/**
 * Quotes a text for an error message: on one line, escaped, and shortened if it is long.
 *
 * @param most - maximum length in UTF-16 units, 60 by default
 *
 * @example
 * quoted('say "hi"\n'); // "\"say \\\"hi\\\"\\n\""
 */
export function quote(text: string, most = 60): string {
  return JSON.stringify(text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`);
}
