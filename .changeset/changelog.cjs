/**
 * Writes a changeset into a changelog as its author wrote it: without hashes of commits, and without lists of updated dependencies.
 */
module.exports = {
  getReleaseLine: async ({ summary }) => (summary.startsWith("- ") ? summary : `- ${summary.replaceAll("\n", "\n  ")}`),
  getDependencyReleaseLine: async () => "",
};
