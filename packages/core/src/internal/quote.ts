/**
 * A text in quotes on one line, as an error message shows what it got; a long one is cut.
 *
 * @param most - how many UTF-16 units are shown, 60 by default
 *
 * @example
 * quoted('say "hi"\n'); // "\"say \\\"hi\\\"\\n\""
 */
export function quote(text: string, most = 60): string {
  return JSON.stringify(text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`);
}
