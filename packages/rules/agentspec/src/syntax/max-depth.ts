/** The maximal nesting depth of parentheses, negations, lists and objects. */
export const maxDepth = 100;
