/**
 * Writes a command as a POSIX shell would read it back: `["echo", "it's"]` becomes `echo 'it'\''s'`.
 *
 * @param argv - the program and its arguments
 */
export function shellQuote(argv: readonly string[]): string {
  return argv.map(shellWord).join(" ");
}

/** A text as one word of a POSIX shell, in quotes if the shell would read it otherwise. */
export function shellWord(text: string): string {
  return plain.test(text) ? text : quotedShellWord(text);
}

/** A word in quotes, also if it would be read as it is: a shell takes a word such as `if` for a keyword otherwise. */
export function quotedShellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path as one word whose `~/` the shell expands. */
export function shellPathWord(path: string): string {
  if (path === "~/") return path;
  return path.startsWith("~/") ? `~/${shellWord(path.slice(2))}` : shellWord(path);
}

/** Characters that no shell gives a meaning to, wherever they stand. */
const plain = /^[\w@%+:,./-]+$/;
