/**
 * Writes a command as a POSIX shell would read it back: `["echo", "it's"]` becomes `echo 'it'\''s'`.
 *
 * @param argv - the program and its arguments
 */
export function shellQuote(argv: readonly string[]): string {
  return argv.map(quoteWord).join(" ");
}

/** Characters that no shell gives a meaning to, wherever they stand. */
const plain = /^[A-Za-z0-9_@%+:,./-]+$/;

function quoteWord(word: string): string {
  return plain.test(word) ? word : singleQuoted(word);
}

/** A word in quotes, also if it would be read as it is: a shell takes a word such as `if` for a keyword otherwise. */
export function singleQuoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
