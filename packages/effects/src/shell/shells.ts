/** The shells, whose `-c` code is read. */
export const shells: ReadonlySet<string> = new Set(
  "sh bash rbash dash ash zsh ksh mksh fish csh tcsh nu yash".split(" "),
);
