/** What stands for a secret that was removed from a record. Code of a record that contains it is not the code that runs. */
export const redactionMark = "[redacted]";
