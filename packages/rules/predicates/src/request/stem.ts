/** A word without its ending, roughly: `star` of `starred`, `repositor` of `repositories`. */
export function stem(word: string): string {
  const [ending = ""] = /(?:ments?|ations?|ies|ing|ed|es|s|y|e)$/.exec(word) ?? [];
  const root = word.slice(0, word.length - ending.length);
  if (root.length < 3) return word;
  // `starred`, `getting`; but `called`, `passed`.
  return /^(?:ing|ed)$/.test(ending) && /([b-df-hjkmnp-rtv-z])\1$/.test(root) ? root.slice(0, -1) : root;
}
