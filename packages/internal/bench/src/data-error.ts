/** The error of a command whose folder does not contain the data that it reads. */
export class DataError extends Error {}
