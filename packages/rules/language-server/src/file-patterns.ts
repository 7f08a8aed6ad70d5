/** The names of the files that the server knows, as glob patterns; `kindOfName` says what they contain. */
export const knownNames: readonly string[] = [
  ...["*.agentspec", "*.opentool.json", "*.opentool.yaml", "*.opentool.yml"],
  ...["policy.json", "*.policy.json", ".mcp.json", "mcp.json"],
];

/** A glob pattern of the files with a name, and of some others: `?` stands for each character that has a meaning in patterns. */
export function namePattern(name: string): string {
  return name.replace(/[*?[\]{}]/g, "?");
}
