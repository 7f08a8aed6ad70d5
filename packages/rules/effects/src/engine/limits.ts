/** Thresholds from which repeated or large operations count as exhausting a resource. */

/** The number of bytes or items at which memory counts as exhausted. */
export const memoryExhaustionSize = 1e9;

/** Iterations from which starting processes or sending data counts as exhausting. */
export const manyIterations = 1000;

/** Repetitions of sent data from which it counts as a flood. */
export const floodRepetitions = 10_000;

/** Requests from which they count as a flood. */
export const floodRequests = 10_000;
