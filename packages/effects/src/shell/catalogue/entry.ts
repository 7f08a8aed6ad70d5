import type { ExhaustEffect, PersistenceEffect } from "../../effects.ts";

/**
 * What a program does when it is called in one way. All entries of a program that fit a call hold. Options are lists
 * with spaces between.
 *
 * A `Where` says by which words the program is told something; several are separated by commas:
 *
 * - `operands`, `first operand`, `last operand`, `first operands` (all but the last), `later operands` (all but the
 *   first), `operands after --`
 * - `operands like paths`: those that can't be a branch, such as `.` and `src/`
 * - `value of -o --output of=`: of options, or of operands that begin so
 * - `left of …`: what stands before the first colon of such a word
 * - `name of operands`: the last part of the address that an operand is
 * - `/etc/passwd`, `~/.x`, `.`: a path itself
 * - `… or …`: what comes after `or` when no word tells what stands before it: `operands or .`
 * - `not known`; `nothing`, when no word tells it; `configured`, when a setting of the project or the machine does
 */
export interface CatalogueEntry extends FileEntry, NetworkEntry, OtherEntry {
  /** The programs that do it. */
  readonly names: string;
  /** The words that must follow the program: `stash drop`; several alternatives for the last one: `install|i|add`. */
  readonly subcommand?: string;
  /** Options that take a value. */
  readonly valued?: string;
  /** Only with one of these options. */
  readonly needs?: string;
  /** Only with an operand or a value of an option that fits. */
  readonly matching?: RegExp;
  /** Not with one of these options; `--help` and `--version` go without saying. */
  readonly unless?: string;
  /** The first operand is a pattern or a script, and no file, unless one of these options is given. */
  readonly pattern?: string;
  /** Options whose value counts as the last operand: `cp -t directory file`. */
  readonly into?: string;
}

/** What is done to files. */
interface FileEntry {
  readonly reads?: WordSelector;
  readonly lists?: WordSelector;
  readonly creates?: WordSelector;
  readonly replaces?: WordSelector;
  readonly appends?: WordSelector;
  readonly changes?: WordSelector;
  readonly deletes?: WordSelector;
  readonly destroys?: WordSelector;
  /** What is copied to what the last operand names. */
  readonly copies?: WordSelector;
  /** What is moved to what the last operand names. */
  readonly moves?: WordSelector;
  /** What the last operand leads to from then on. */
  readonly links?: WordSelector;
  /** Whether all beneath a target is concerned; as options: if one of them is given. */
  readonly recursive?: true | string;
  /** Only some of what is beneath a target is concerned. */
  readonly partial?: true;
  /** What goes away that is no file, in words. */
  readonly discards?: string;
  /** Who may do what with files; what is given stands in the `value` words. */
  readonly modes?: WordSelector;
  readonly owners?: WordSelector;
  readonly acls?: WordSelector;
  readonly attributes?: WordSelector;
  /** The words that say what is given; the first operand when absent. */
  readonly value?: WordSelector;
  /** What comes out holds lines of what goes in, as they are. */
  readonly keepsLines?: true;
  /** What comes out was hidden in what goes in: always, or with one of the options. */
  readonly decodes?: true | string;
  /** What comes out: names of files of the directory, one word without a slash, or nothing. */
  readonly gives?: "names" | "word" | "environment" | "nothing";
  /** What comes out is no more than a few lines, or so many as it was told: always, or with one of the options. */
  readonly limits?: true | string;
}

/** What is asked, sent and fetched. */
interface NetworkEntry {
  /** Hosts, URLs, or addresses such as `ada@x.org:dir`. */
  readonly contacts?: WordSelector;
  /** `http`, `dns`, …; what a URL names goes before. */
  readonly protocol?: string;
  readonly port?: WordSelector;
  /** Words that are sent; a value `@file` sends the file. */
  readonly sends?: WordSelector;
  /** Words that become part of the address. */
  readonly asks?: WordSelector;
  /** Files that are sent. */
  readonly sendsFiles?: WordSelector;
  /** What it reads is sent: always, or with one of the options. */
  readonly sendsInput?: true | string;
  /** Something is sent beyond the asking: always, or when a word fits. */
  readonly out?: true | RegExp;
  /** It waits for others to connect: always, or with one of the options. */
  readonly listens?: true | string;
  /** Programs that get what the host sends. */
  readonly executes?: WordSelector;
  /** Files of here are copied to there, or the other way, as the operands say: `scp x host:y`. */
  readonly transfers?: true;
}

/** What else is done. */
interface OtherEntry {
  /** Processes that are told to end. */
  readonly signals?: WordSelector;
  /** Packages that are installed. */
  readonly installs?: WordSelector;
  /** Options that name where packages come from, instead of the registry. */
  readonly index?: string;
  /** What is installed are files. */
  readonly fromFiles?: true;
  readonly persists?: PersistenceEffect["where"];
  /** A user that gets rights, or whose rights what follows has; `root` in so many words. */
  readonly privilege?: WordSelector | "root";
  readonly exhausts?: ExhaustEffect["what"];
  /** It runs code that is not read. */
  readonly runs?: true;
}

/** By which words a program is told something. */
export type WordSelector = string;
