/** What a folder holds is not what a command reads. */
export class DataError extends Error {}
