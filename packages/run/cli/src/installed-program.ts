import { type Io, UsageError } from "./io.ts";

/**
 * The command that starts this program, for the settings of a client. A program in a cache is refused: when the cache is emptied, the client
 * can't call Helve any more, and denies every call.
 *
 * @param command - what the user typed, without `helve`: `hook install claude-code`
 * @throws UsageError if the program runs from a cache
 */
export function installedProgram({ program }: Pick<Io, "program">, command: string): readonly string[] {
  const cached = program.find((part) => cacheFolder.test(part));
  if (cached === undefined) return program;
  throw new UsageError(
    `helve runs from a cache, which is emptied some time: ${cached}\nInstall it, and try again:\n  npm install --global helve\n  helve ${command}`,
  );
}

/** Cache folders from which `npx`, `pnpm dlx`, `yarn dlx` and `bunx` run a package once. Any of them may be emptied later. */
const cacheFolder = /[\\/](?:_npx|dlx(?:-[^\\/]*)?|bunx-[^\\/]*)[\\/]/;
