/**
 * Creates a test of whether a name matches a pattern with `*` and `?`: `*.pem` matches `key.pem`. A class (`[a-z]`) matches any
 * character. The time is at most proportional to the product of both lengths.
 */
export function wildcardTest(pattern: string): (name: string) => boolean {
  const tokens = tokenize(pattern);
  return (name) => matchesTokens(name, tokens);
}

/** Matches a name with tokens; after a mismatch, the last `*` takes one more character. */
function matchesTokens(name: string, tokens: readonly string[]): boolean {
  let index = 0;
  let token = 0;
  let star = -1;
  let retry = 0;
  while (index < name.length) {
    if (tokens[token] === anyText) {
      star = token++;
      retry = index;
    } else if (token < tokens.length && (tokens[token] === anyCharacter || tokens[token] === name[index])) {
      token++;
      index++;
    } else if (star >= 0) {
      token = star + 1;
      index = ++retry;
    } else return false;
  }
  while (tokens[token] === anyText) token++;
  return token === tokens.length;
}

const anyText = "any text";
const anyCharacter = "any character";

/** Splits a pattern into literal characters and wildcards. */
function tokenize(pattern: string): readonly string[] {
  return Array.from(pattern.matchAll(/\\(.)|(\*+)|(\?|\[[^\]]*\])|(.)/gs), ([, escaped, stars, single, plain]) => {
    if (stars !== undefined) return anyText;
    return single !== undefined ? anyCharacter : (escaped ?? plain ?? "");
  });
}
