/**
 * What happens to a target.
 *
 * - `delete`: it goes away
 * - `destroy`: what it holds goes away on purpose (`shred`, `truncate`, `mkfs`)
 * - `overwrite`: what it holds is replaced, if it was there before (`> file`)
 * - `discard`: something goes away that is no file of the working tree (`git push --force`)
 */
export type EffectKind = "delete" | "destroy" | "overwrite" | "discard";

/** One way in which a program deletes or destroys. Options are lists with spaces between. */
export interface CatalogueEntry {
  /** The programs that do it. */
  readonly names: string;
  /** The words that must follow the program: `stash drop`. */
  readonly subcommand?: string;
  readonly kind: EffectKind;
  /**
   * What it is done to.
   *
   * - `operands`, `last operand`, `later operands` (all but the first), `operands after --`
   * - `operands like paths`: those that can't be a branch, such as `.` and `src/`
   * - `value of …`: of the option, or of the operand that begins so (`of=`)
   * - `directory`: the operands, or the current directory without any
   * - `not known`; `nothing`, when no file is concerned
   */
  readonly targets: string;
  /** Whether all beneath a target goes with it; as options: if one of them is given. */
  readonly recursive?: true | string;
  /** Only some of what is beneath a target is concerned. */
  readonly partial?: true;
  /** Only with one of these options. */
  readonly needs?: string;
  /** Not with one of these options; `--help` and `--version` go without saying. */
  readonly unless?: string;
  /** Options that take a value. */
  readonly valued?: string;
}

/** The programs that delete or destroy. A new one is a new line here. */
const catalogue: readonly CatalogueEntry[] = [
  { names: "rm grm", kind: "delete", targets: "operands", recursive: "-r -R --recursive" },
  { names: "unlink rmdir grmdir del erase", kind: "delete", targets: "operands" },
  { names: "rimraf del-cli", kind: "delete", targets: "operands", recursive: true },
  { names: "srm wipe scrub", kind: "destroy", targets: "operands", recursive: "-r -R --recursive" },
  { names: "shred gshred", kind: "destroy", targets: "operands", valued: "-n --iterations -s --size --random-source" },
  { names: "truncate gtruncate", kind: "destroy", targets: "operands", valued: "-s --size -r --reference" },
  { names: "dd gdd", kind: "destroy", targets: "value of of=" },
  {
    names: "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs",
    kind: "destroy",
    targets: "not known",
  },
  { names: "mke2fs mkswap newfs newfs_msdos blkdiscard", kind: "destroy", targets: "not known" },
  { names: "wipefs", kind: "destroy", targets: "not known", needs: "-a --all -o --offset", unless: "-n --no-act" },
  { names: "sgdisk", kind: "destroy", targets: "not known", needs: "-Z --zap-all -z --zap -o --clear -d --delete" },
  { names: "tee gtee", kind: "overwrite", targets: "operands", unless: "-a --append" },
  {
    names: "rsync",
    kind: "delete",
    targets: "last operand",
    recursive: true,
    partial: true,
    needs: "--del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded",
    unless: "-n --dry-run",
    valued: "-e --rsh -f --filter -T -B --exclude --include --exclude-from --include-from --files-from",
  },
  {
    names: "rsync",
    kind: "delete",
    targets: "operands",
    recursive: true,
    partial: true,
    needs: "--remove-source-files",
    unless: "-n --dry-run",
    valued: "-e --rsh -f --filter -T -B --exclude --include --exclude-from --include-from --files-from",
  },
  {
    names: "git",
    subcommand: "clean",
    kind: "delete",
    targets: "directory",
    recursive: true,
    partial: true,
    needs: "-f --force",
    unless: "-n --dry-run",
    valued: "-e --exclude",
  },
  { names: "git", subcommand: "reset", kind: "destroy", targets: "not known", needs: "--hard --merge" },
  {
    names: "git",
    subcommand: "checkout",
    kind: "destroy",
    targets: "not known",
    needs: "-f --force",
    unless: "-b -B --orphan",
  },
  { names: "git", subcommand: "checkout", kind: "destroy", targets: "operands after --", recursive: true },
  { names: "git", subcommand: "checkout", kind: "destroy", targets: "operands like paths", recursive: true },
  {
    names: "git",
    subcommand: "checkout",
    kind: "destroy",
    targets: "later operands",
    recursive: true,
    unless: "-b -B --orphan -t --track",
  },
  { names: "git", subcommand: "switch", kind: "destroy", targets: "not known", needs: "-f --force --discard-changes" },
  {
    names: "git",
    subcommand: "restore",
    kind: "destroy",
    targets: "operands",
    recursive: true,
    unless: "-S --staged",
    valued: "-s --source",
  },
  {
    names: "git",
    subcommand: "restore",
    kind: "destroy",
    targets: "operands",
    recursive: true,
    needs: "-W --worktree",
    valued: "-s --source",
  },
  {
    names: "git",
    subcommand: "rm",
    kind: "delete",
    targets: "operands",
    recursive: "-r",
    unless: "--cached -n --dry-run",
  },
  { names: "git", subcommand: "worktree remove", kind: "delete", targets: "operands", recursive: true },
  { names: "git", subcommand: "stash drop", kind: "discard", targets: "nothing" },
  { names: "git", subcommand: "stash clear", kind: "discard", targets: "nothing" },
  { names: "git", subcommand: "branch", kind: "discard", targets: "nothing", needs: "-D" },
  {
    names: "git",
    subcommand: "push",
    kind: "discard",
    targets: "nothing",
    needs: "-f --force --force-with-lease -d --delete --mirror",
    unless: "-n --dry-run",
  },
];

/** The programs that have subcommands, with the options that may stand before one. */
export const programsWithSubcommands: ReadonlyMap<string, ProgramOptions> = new Map([
  [
    "git",
    {
      valued: "-C -c --git-dir --work-tree --exec-path --namespace --config-env --super-prefix",
      directory: "-C",
      opaque: /^alias\./,
      moved: "--git-dir --work-tree",
    },
  ],
]);

/** The options of a program that stand before its subcommand. */
export interface ProgramOptions {
  readonly valued: string;
  /** The option whose value is the directory to work in. */
  readonly directory: string;
  /** A value of such an option with which subcommands can mean anything. */
  readonly opaque: RegExp;
  /** Options with which paths may begin elsewhere. */
  readonly moved: string;
}

/** The entries of a program, in the order of the catalogue. */
export const catalogueByName: ReadonlyMap<string, readonly CatalogueEntry[]> = catalogue
  .flatMap((entry) => entry.names.split(" ").map((name) => ({ name, entry })))
  .reduce(
    (byName, { name, entry }) => byName.set(name, [...(byName.get(name) ?? []), entry]),
    new Map<string, readonly CatalogueEntry[]>(),
  );
