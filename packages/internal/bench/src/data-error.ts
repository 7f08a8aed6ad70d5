/** A folder does not contain the data that a command reads. */
export class DataError extends Error {}
