/** Bytes or items from which on memory is used up. */
export const memoryExhaustionSize = 1e9;

/** How often a thing is done from which on it is done too often. */
export const manyIterations = 1000;

/** Bytes or items from which on what is sent is too much. */
export const floodRepetitions = 10_000;

/** How often something is asked for over the network from which on it is a flood. */
export const floodRequests = 10_000;
