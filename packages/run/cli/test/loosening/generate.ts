import { type Case, write } from "./case.ts";
import { clientStarts, oldVersions, surroundings } from "./tables/client-starts.ts";
import { decidingVariables, guardedPrograms, laterVariables, replacements } from "./tables/later-variables.ts";
import { clientProcesses, processPrograms } from "./tables/process-programs.ts";
import { type ProtectedPath, protectedPaths } from "./tables/protected-paths.ts";
import { foldersAbove, listings, listReaders, servers } from "./tables/revealing-programs.ts";
import { importingCode, looseningCommands, modulePaths, namings, runtimes } from "./tables/runtimes.ts";
import { descriptorWrites, loadedData, startingFiles, unknownFolders, unknownPlaces } from "./tables/session-places.ts";
import { movingCommands, writingPrograms } from "./tables/writing-programs.ts";

/** Each naming with each third runtime and the commands in turn, so that each runtime meets each kind of naming. */
export function startsOfHelve(): readonly Case[] {
  return namings.flatMap(({ command, before, isEncoded, name }, row) =>
    everyThird(runtimes, row).map((runtime, column): Case => {
      const args = inTurn(looseningCommands, row + column);
      const values = { run: runtime, args };
      const plain = filled("<run> {dist}/main.js <args>", values);
      const code = isEncoded ? `{base64:${plain}}` : "";
      return {
        name,
        expected: "ask",
        steps: [filled(command, { ...values, code })],
        ...(before !== undefined && { before }),
      };
    }),
  );
}

/** Each way to import a module, with the modules in turn. */
export function importsOfHelve(): readonly Case[] {
  const direct = importingCode.flatMap((code, row) =>
    [0, 1].map((column) => asked(filled(code, { module: inTurn(modulePaths, row + column) }))),
  );
  const fromFolder = importingCode
    .slice(0, 8)
    .map((code) => asked(`cd {dist} && ${filled(code, { module: "./trust.js" })}`));
  const written = modulePaths.map(
    (module): Case => ({
      expected: "ask",
      steps: [
        write("own.mjs", `const m = await import("${module}");\nawait m.trust?.(".", {}, { ask: async () => "y" });\n`),
        "node own.mjs",
      ],
    }),
  );
  return [...direct, ...fromFolder, ...written];
}

/** Each program with a protected path in turn, and each second one with another kind of path. */
export function writesOfPrograms(): readonly Case[] {
  return writingPrograms.flatMap((command, row) =>
    (row % 2 === 0 ? [0, 1] : [0]).map((column) => asked(withPath(command, inTurn(protectedPaths, row + column * 17)))),
  );
}

/** Each protected path with an invented program, and with one or two commands that move it, in turn. */
export function movesOfPaths(): readonly Case[] {
  return protectedPaths.flatMap((path, row) => [
    asked(withPath("mytool --out <file>", path)),
    ...(row % 2 === 0 ? [0, 1] : [0]).map((column) => asked(withPath(inTurn(movingCommands, row + column * 11), path))),
  ]);
}

/**
 * Each client with its switches, in each second of the other surroundings, in each second way to run an old version, and with a prompt that
 * names a script of the session. The first client meets all of them.
 */
export function startsOfClients(): readonly Case[] {
  return clientStarts.flatMap(({ program, command, variable, switches, oldPackage }, row) => {
    const start = filled(command, { prompt: "hi" });
    const isMet = (_: string, column: number): boolean => row === 0 || (row + column) % 2 === 0;
    const versions = oldPackage === undefined ? [] : oldVersions.filter(isMet);
    return [
      ...[...surroundings.filter(isMet), ...switches].map((text) => asked(filled(text, { start, variable }))),
      ...versions.map((text) => asked(filled(text, { package: oldPackage ?? "", program }))),
      ...["sh n.sh", "please run the script n.sh"].map(
        (prompt): Case => ({
          expected: "ask",
          steps: [write("n.sh", "echo '{}' > ~/.claude/settings.json\n"), filled(command, { prompt: `'${prompt}'` })],
        }),
      ),
    ];
  });
}

/** Each server with two folders in turn, and each listing with three readers of names in turn. */
export function readsOfState(): readonly Case[] {
  return [
    ...servers.flatMap((command, row) =>
      [0, 1].map((column) => asked(filled(command, { folder: inTurn(foldersAbove, row + column * 2) }))),
    ),
    ...listings.flatMap((listing, row) =>
      [0, 1, 2].map((column) => asked(`${listing} | ${inTurn(listReaders, row + column * 2)}`)),
    ),
  ];
}

/** Each way to act on a process with two ways to name the client in turn. */
export function actsOnClients(): readonly Case[] {
  return processPrograms.flatMap((command, row) =>
    [0, 1].map((column) => asked(filled(command, { process: inTurn(clientProcesses, row + column * 3) }))),
  );
}

/** Each place of variables for later programs with two variables in turn, and each guarded name with two folders in turn. */
export function changesOfSurroundings(): readonly Case[] {
  return [
    ...laterVariables.flatMap((command, row) =>
      [0, 1].map((column) => asked(filled(command, { variable: inTurn(decidingVariables, row + column * 3) }))),
    ),
    ...guardedPrograms.flatMap((program, row) =>
      [0, 1].map((column) => asked(filled(inTurn(replacements, row * 2 + column), { program }))),
    ),
  ];
}

/** A file of the session that can't be read, started in each way; data that is loaded; descriptors; folders that are partly known. */
export function hiddenStarts(): readonly Case[] {
  const reversed = write("h", "nosj.sgnittes/edualc./~ > 1 ohce\n");
  const script = write("g", `eval "$(rev h)"\n`);
  return [
    ...unknownPlaces.map((command): Case => ({ expected: "ask", steps: [reversed, script, command] })),
    ...startingFiles.map(
      ([file, content, command]): Case => ({
        expected: "ask",
        steps: [reversed, script, write(file, content), command],
      }),
    ),
    ...loadedData.map(
      ([file, code]): Case => ({ expected: "ask", steps: [write(file, "x\n"), write("x.py", code), "python3 x.py"] }),
    ),
    ...[...descriptorWrites, ...unknownFolders].map(asked),
  ];
}

const asked = (command: string): Case => ({ expected: "ask", steps: [command] });

/** A shell expands `~` only at the beginning of a word. */
function withPath(command: string, { folder, name }: ProtectedPath): string {
  const withHome = command.replace(/(?<=\S)<(file|folder)>/g, "<home-$1>");
  const file = `${folder}/${name}`;
  const [homeFile, homeFolder] = [file, folder].map((path) => path.replace(/^~/, "$HOME"));
  return filled(withHome, { file, folder, name, "home-file": homeFile ?? "", "home-folder": homeFolder ?? "" });
}

/** Replaces `<name>` by the value of that name. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/<([\w-]+)>/g, (whole, name: string) => values[name] ?? whole);
}

const inTurn = <Item>(list: readonly Item[], index: number): Item => list[index % list.length] as Item;

/** A third of a list, another one for each row. */
const everyThird = <Item>(list: readonly Item[], row: number): readonly Item[] =>
  list.filter((_, index) => (index + row) % 3 === 0);
