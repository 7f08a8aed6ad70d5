import type { DatabaseEffect, ExhaustEffect, PersistenceEffect, RemoteEffect } from "../../effects.ts";

/**
 * A row of the catalogue: the effects of a program when its call meets the conditions of the row. All rows that match a call
 * apply. Options are space-separated lists.
 *
 * The members of type `WordSelector` select the words of a call that name files, hosts and so on. Commas separate several
 * selectors:
 *
 * - `operands`, `first operand`, `last operand`, `first operands` (all but the last), `later operands` (all but the
 *   first), `operands after --`
 * - `literal operands`: operands without wildcards and unknown parts
 * - `operands like paths`: operands that can't be the name of a branch, such as `.` and `src/`
 * - `value of -o --output of=`: the values of options, or of operands with a prefix (`of=x`). The options take a value; with `?` (`-o?`),
 *   only in the same word
 * - `globs of …`: the selected words, whose wildcards the program itself expands
 * - `left of …`: the text before the first colon of the selected word
 * - `name of operands`: the last segment of operands that are addresses
 * - `/etc/passwd`, `~/.x`, `.`: a constant path
 * - `… or …`: the second selector if the first selects nothing: `operands or .`
 * - `unknown`: an unknown word; `nothing`: the effect happens but no word names its target; `configured`: a setting of the
 *   project or the machine names it
 */
export interface CatalogueEntry extends FileEntry, NetworkEntry, OtherEntry {
  /** The names of the programs. */
  readonly names: string;
  /** The subcommand, of one or more words: `stash drop`. Alternatives are separated by `|`: `install|i|add`. */
  readonly subcommand?: string;
  /** Options that take a value, besides the options in `value of` and `into`. It holds for all rows of the program and its subcommand. */
  readonly valued?: string;
  /** The row applies only if the call has one of these options. */
  readonly needs?: string;
  /** The row applies only if an operand or the value of an option matches. */
  readonly matching?: RegExp;
  /** The row doesn't apply if an operand or the value of an option matches. */
  readonly unlessMatching?: RegExp;
  /** The row applies only if each of these patterns matches an operand or the value of an option. Unknown words do not match. */
  readonly matchingEach?: readonly RegExp[];
  /** The row doesn't apply if the call has one of these options. No row applies to `--help` and `--version`. */
  readonly unless?: string;
  /** The first operand is a pattern or a script and not a file, unless the call has one of these options: `grep pattern file`. */
  readonly pattern?: string;
  /** Options whose value counts as the last operand: `cp -t directory file`. */
  readonly into?: string;
}

/** The effects of a row on files. */
interface FileEntry {
  readonly reads?: WordSelector;
  readonly lists?: WordSelector;
  readonly creates?: WordSelector;
  /** It fails if what it creates exists. */
  readonly isNew?: true;
  readonly replaces?: WordSelector;
  readonly appends?: WordSelector;
  readonly changes?: WordSelector;
  readonly deletes?: WordSelector;
  /** It fails if a file that it deletes has changes that are not committed. */
  readonly isCommitted?: true;
  readonly destroys?: WordSelector;
  /** The files that are copied to the last operand. */
  readonly copies?: WordSelector;
  /** The files that are moved to the last operand. */
  readonly moves?: WordSelector;
  /** The files that are replaced by packed or unpacked ones beside them: `a` by `a.gz`. */
  readonly packs?: WordSelector;
  /** The files to which the last operand becomes a symbolic link. */
  readonly links?: WordSelector;
  /** Whether the effects include everything in a target directory: always, or with one of the options. */
  readonly recursive?: true | string;
  /** Only some of the files in the target are affected. */
  readonly partial?: true;
  /** The deleted things that are not files, as text: `containers`. */
  readonly discards?: string;
  /** Files whose permissions change; the new permissions are the words that `value` selects. */
  readonly modes?: WordSelector;
  readonly owners?: WordSelector;
  readonly acls?: WordSelector;
  readonly attributes?: WordSelector;
  /** The words with the new permissions; by default the first operand. */
  readonly value?: WordSelector;
  /** The output consists of unchanged lines of the input. */
  readonly keepsLines?: true;
  /** The options with which it prints only names of files, or whether something matches. */
  readonly namesOnly?: string;
  /** The output is decoded or decompressed input: always, or with one of the options. */
  readonly decodes?: true | string;
  /** The output is a program, built from the files that are read. */
  readonly builds?: true;
  /** The written file is compiled only from files that the command reads. */
  readonly compiles?: true;
  /**
   * The output: names of files in the working directory, of some files below the operands, a word without a slash, environment variables, or
   * nothing.
   */
  readonly gives?: "names" | "files" | "word" | "environment" | "nothing";
  /** The output has only a few lines, or as many as an option says: always, or with one of the options. */
  readonly limits?: true | string;
}

/** The network effects of a row. */
interface NetworkEntry {
  /** The hosts that are contacted, as names, URLs, or addresses such as `ada@x.org:dir`. */
  readonly contacts?: WordSelector;
  /** `http`, `dns`, …, unless the URL names another protocol. */
  readonly protocol?: string;
  readonly port?: WordSelector;
  /** Words that are sent; `@file` sends the content of the file. */
  readonly sends?: WordSelector;
  /** Words that become part of the request address, such as query parameters. */
  readonly asks?: WordSelector;
  /** Files that are sent. */
  readonly sendsFiles?: WordSelector;
  /** Standard input is sent: always, or with one of the options. */
  readonly sendsInput?: true | string;
  /** Data is sent beyond the request itself: always, or if a word matches. */
  readonly out?: true | RegExp;
  /** The program listens for connections: always, or with one of the options. */
  readonly listens?: true | string;
  /** Programs that are started with the data from the host as input: `nc -e sh`. */
  readonly executes?: WordSelector;
  /** Files are copied to or from another machine, depending on the operands: `scp x host:y`. */
  readonly transfers?: true;
}

/** The other effects of a row. */
interface OtherEntry {
  /** Processes that get a signal. */
  readonly signals?: WordSelector;
  /** Packages that are installed. */
  readonly installs?: WordSelector;
  /** Files or addresses with lists of packages that are installed. */
  readonly packageLists?: WordSelector;
  /** Options that name another source of packages than the registry. */
  readonly index?: string;
  /** The packages are local files. */
  readonly fromFiles?: true;
  /** Something on another machine changes: what, and on which service. */
  readonly remote?: RemoteChange;
  /** The secret that is printed, as text: `the token of gh`. It is the origin of the output. */
  readonly reveals?: string;
  /** Something runs later or at each start. */
  readonly persists?: PersistenceEffect["where"];
  /** The user who gets rights or whose rights the program uses; the literal `root`, or the words that name the user. */
  readonly privilege?: WordSelector | "root";
  /** The user gets rights of other users: `usermod -aG docker ada`. */
  readonly grants?: true;
  /** A resource that is used up. */
  readonly exhausts?: ExhaustEffect["what"];
  /** Words that are run as shell code: the value of `tar --to-command`. */
  readonly runsCode?: WordSelector;
  /** Options after which a command begins: `fd -x rm`. */
  readonly runsAfter?: string;
  /** A database that changes. */
  readonly database?: DatabaseChange;
  /** The words that name the database. */
  readonly databaseName?: WordSelector;
  /** The variables that choose the database: with the value `test`, it is the one for tests. */
  readonly databaseEnvironment?: string;
  /** The program runs code that is not analyzed. */
  readonly runs?: true;
}

/** A change on another machine, as a row of the catalogue describes it. */
interface RemoteChange extends Pick<RemoteEffect, "change" | "service" | "configured"> {
  /** The changed things, as text: `a pull request`. */
  readonly what?: string;
}

/** The change of a database: the members of the effect. */
type DatabaseChange = Pick<DatabaseEffect, "change" | "configured"> & {
  readonly what: string;
  /** All rows or the whole object are lost. */
  readonly all?: true;
};

/** Selects words of a call: `last operand`, `value of -o`. `CatalogueEntry` describes the syntax. */
export type WordSelector = string;
