/** The address of the repository with the source code, for links in the docs. */
export const repository = "https://github.com/helve-dev/helve";
