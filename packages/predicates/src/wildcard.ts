/**
 * A test for one part of a path: whether it fits a pattern with `*` and `?`. It takes time in proportion to the product of
 * their lengths at most. A class (`[a-z]`) fits any character, as wide as it can be.
 */
export function wildcardTest(pattern: string): (name: string) => boolean {
  const tokens = tokensOf(pattern);
  return (name) => fits(name, tokens);
}

function fits(name: string, tokens: readonly string[]): boolean {
  let at = 0;
  let token = 0;
  let star = -1;
  let retry = 0;
  while (at < name.length) {
    if (tokens[token] === many) {
      star = token++;
      retry = at;
    } else if (token < tokens.length && (tokens[token] === one || tokens[token] === name[at])) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++retry;
    } else return false;
  }
  while (tokens[token] === many) token++;
  return token === tokens.length;
}

const many = "any text";
const one = "any character";

function tokensOf(pattern: string): readonly string[] {
  return Array.from(pattern.matchAll(/\\(.)|(\*+)|(\?|\[[^\]]*\])|(.)/gs), ([, escaped, stars, single, plain]) => {
    if (stars !== undefined) return many;
    return single !== undefined ? one : (escaped ?? plain ?? "");
  });
}
