/** The text that replaces a secret in a record. Recorded code that contains it differs from the code that runs. */
export const redactionMark = "[redacted]";
