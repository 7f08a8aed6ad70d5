import { fileURLToPath } from "node:url";
import { lastSessionCounts, stateFolder } from "@helve/hooks/node";
import { imaginaryProject } from "@helve/predicates";
import { exitCodes, type Io } from "../io.ts";
import { withLanguages } from "../languages.ts";
import { optionalPackages } from "../optional-package.ts";
import { publishedVersion } from "../own-version.ts";

/** Runs `helve lsp`: serves an editor over standard input and output, until it closes them. */
export async function lsp(io: Io): Promise<number> {
  const { server } = await optionalPackages<{ server: typeof import("@helve/language-server/node") }>("helve lsp", {
    server: "@helve/language-server/node",
  });
  await server.runStdioServer({
    // Tests are run as `helve test` does it.
    policy: withLanguages(imaginaryProject),
    ruleCounts: async (folders) => lastSessionCounts(stateFolder(io.home, io.environment), folders.flatMap(pathOf)),
    version: publishedVersion(),
    signal: io.signal,
  });
  return exitCodes.fine;
}

/** The path of a file URI, as a list; empty for any other URI. */
function pathOf(uri: string): readonly string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
