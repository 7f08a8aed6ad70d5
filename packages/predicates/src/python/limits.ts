/** Bytes or items from which on memory is used up. */
export const greatSize = 1e9;

/** How often a thing is done from which on it is done too often. */
export const manyTimes = 1000;
