/** Where the source code is. */
export const repository = "https://github.com/helve-dev/helve";
