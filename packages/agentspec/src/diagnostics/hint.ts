/** The end of a message about a wrong name. */
export function hint(meant: string | undefined): string {
  return meant === undefined ? "" : `: did you mean "${meant}"?`;
}
