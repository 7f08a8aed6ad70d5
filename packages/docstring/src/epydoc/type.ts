/** A longer type keeps its mark-up, which keeps the work linear. */
const longest = 1000;

/** Takes Epytext's mark-up from a type: `L{Foo}` and `C{int}` are `Foo` and `int`. */
export function typeWithoutMarkup(type: string): string {
  if (type.length > longest) return type;
  const plain = type.replace(/(?<![\p{L}\p{N}_}])[BCILM]\{([^{}]*)\}(?!\{)/gu, "$1");
  return plain === type ? type : typeWithoutMarkup(plain);
}
