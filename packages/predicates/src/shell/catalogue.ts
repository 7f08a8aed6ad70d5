import type { CatalogueEntry } from "./catalogue-entry.ts";
import { gitCatalogue } from "./catalogue-git.ts";

const rsyncValued =
  "-e --rsh -f --filter -T -B --exclude --include --exclude-from --include-from --files-from --log-file --chmod --backup-dir --bwlimit --link-dest --compare-dest --copy-dest --timeout --rsync-path --port --password-file --partial-dir --temp-dir --max-size --min-size --suffix --out-format";

/** The programs that delete or destroy. A new one is a new line here. */
const catalogue: readonly CatalogueEntry[] = [
  { names: "rm grm", kind: "delete", targets: "operands", recursive: "-r -R --recursive" },
  { names: "unlink rmdir grmdir del erase", kind: "delete", targets: "operands" },
  { names: "rimraf del-cli", kind: "delete", targets: "operands", recursive: true },
  { names: "srm wipe scrub", kind: "destroy", targets: "operands", recursive: "-r -R --recursive" },
  { names: "shred gshred", kind: "destroy", targets: "operands", valued: "-n --iterations -s --size --random-source" },
  { names: "truncate gtruncate", kind: "destroy", targets: "operands", valued: "-s --size -r --reference" },
  { names: "dd gdd", kind: "destroy", targets: "value of of=" },
  // `mkfs` is for `mkfs.ext4` and its like, too.
  { names: "mkfs mkdosfs mkntfs mke2fs mkswap newfs newfs_msdos blkdiscard", kind: "destroy", targets: "not known" },
  { names: "wipefs", kind: "destroy", targets: "not known", needs: "-a --all -o --offset", unless: "-n --no-act" },
  { names: "sgdisk", kind: "destroy", targets: "not known", needs: "-Z --zap-all -z --zap -o --clear -d --delete" },
  { names: "tee gtee", kind: "overwrite", targets: "operands", unless: "-a --append" },
  {
    names: "rsync",
    kind: "delete",
    targets: "last operand",
    recursive: true,
    partial: true,
    needs:
      "--delete-missing-args --del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded",
    unless: "-n --dry-run",
    valued: rsyncValued,
  },
  {
    names: "rsync",
    kind: "delete",
    targets: "operands",
    recursive: true,
    partial: true,
    needs: "--remove-source-files",
    unless: "-n --dry-run",
    valued: rsyncValued,
  },
  // An `ssh` with plain options runs nothing of its own.
  {
    names: "rsync",
    kind: "run",
    targets: "nothing",
    needs: "-e --rsh --rsync-path",
    matching: /[;&|`$'"]|Command|^(?!\/|ssh\b|rsync$|[^ ]*:|[^ ]*$)/,
    valued: rsyncValued,
  },
  {
    names: "gzip bzip2 xz lzma compress zcompress",
    kind: "delete",
    targets: "operands",
    unless: "-k --keep -c --stdout -t --test -l --list",
    valued: "-S -T",
  },
  {
    names: "gunzip bunzip2 unxz",
    kind: "delete",
    targets: "operands",
    unless: "-k --keep -c --stdout -t --test -l --list",
  },
  { names: "zstd", kind: "delete", targets: "operands", needs: "--rm" },
  { names: "zip", kind: "delete", targets: "later operands", needs: "-m --move", recursive: "-r" },
  {
    names: "tar gtar bsdtar",
    kind: "delete",
    targets: "operands",
    needs: "--remove-files",
    recursive: true,
    valued: "-f --file -C",
  },
  { names: "7z 7za", kind: "delete", targets: "operands", needs: "-s", recursive: true, matching: /^/ },
  {
    names: "cmake",
    kind: "delete",
    targets: "operands",
    needs: "-E",
    matching: /^(rm|remove|remove_directory)$/,
    recursive: true,
  },
  { names: "trash trash-put gvfs-trash rmtrash", kind: "delete", targets: "operands", recursive: true },
  { names: "gio", subcommand: "trash", kind: "delete", targets: "operands", recursive: true },
  { names: "gio", subcommand: "remove", kind: "delete", targets: "operands" },
  {
    names: "rclone",
    kind: "discard",
    targets: "nothing",
    matching: /^(purge|delete|deletefile|sync|rmdirs?|cleanup)$/,
  },
  { names: "aws", kind: "discard", targets: "nothing", matching: /^(rm|rb|delete-.*|terminate-.*)$/ },
  { names: "hg", kind: "destroy", targets: "not known", matching: /^(purge|strip|revert)$/ },
  {
    names: "svn",
    kind: "delete",
    targets: "later operands",
    matching: /^(rm|remove|delete|del|revert)$/,
    recursive: true,
  },
  { names: "userdel deluser", kind: "delete", targets: "not known", needs: "-r --remove --remove-home" },
  { names: "crontab", kind: "discard", targets: "nothing", needs: "-r" },
  { names: "docker podman", kind: "discard", targets: "nothing", matching: /^(prune|rm|rmi)$/ },
  { names: "kubectl oc", kind: "discard", targets: "nothing", matching: /^(delete|drain)$/ },
  { names: "cryptsetup", kind: "destroy", targets: "not known", matching: /^(luksFormat|erase|luksErase|reencrypt)$/ },
  { names: "zfs zpool", kind: "destroy", targets: "not known", matching: /^(destroy|rollback|labelclear)$/ },
  { names: "lvremove vgremove pvremove", kind: "destroy", targets: "not known" },
  { names: "parted", kind: "destroy", targets: "not known", matching: /^(rm|mklabel|mktable|mkpart)$/ },
  { names: "badblocks", kind: "destroy", targets: "not known", needs: "-w" },
  { names: "fdupes", kind: "delete", targets: "not known", needs: "-d --delete" },
  {
    names: "sort gsort shuf",
    kind: "overwrite",
    targets: "value of -o --output",
    needs: "-o --output",
    valued: "-o --output -k -t -S -T -n",
  },
  {
    names: "curl",
    kind: "overwrite",
    targets: "value of -o --output",
    needs: "-o --output",
    valued: "-o --output -H -d -X -u -A -e",
  },
  {
    names: "wget",
    kind: "overwrite",
    targets: "value of -O --output-document",
    needs: "-O --output-document",
    valued: "-O --output-document -P",
  },
  { names: "sponge", kind: "overwrite", targets: "operands", unless: "-a" },
  {
    names: "install ginstall",
    kind: "overwrite",
    targets: "last operand",
    unless: "-d --directory",
    valued: "-m -o -g",
  },
  { names: "ln gln", kind: "overwrite", targets: "last operand", needs: "-f --force" },
  { names: "cp gcp", kind: "destroy", targets: "last operand", matching: /^\/dev\/(null|zero)$/ },
  { names: "mv gmv", kind: "delete", targets: "first operands", matching: /^\/dev\/null$/ },
  { names: "sed gsed", kind: "overwrite", targets: "later operands", needs: "-i --in-place" },
  { names: "gawk awk", kind: "overwrite", targets: "later operands", matching: /^inplace$/, valued: "-i -F -v" },
  { names: "fd fdfind", kind: "run", targets: "nothing", needs: "-x -X --exec --exec-batch" },
  {
    names: "tar gtar",
    kind: "run",
    targets: "nothing",
    needs: "--checkpoint-action --to-command -F --info-script",
  },
  { names: "make gmake", kind: "run", targets: "nothing", needs: "--eval -E" },
  {
    names: "make gmake",
    kind: "run",
    targets: "nothing",
    needs: "-f --file",
    matching: /^(-|\/dev\/.*)$/,
    valued: "-f --file",
  },
  { names: "deno bun", kind: "run", targets: "nothing", matching: /^eval$/ },
  {
    names: "psql sqlite3",
    kind: "run",
    targets: "nothing",
    matching: /\\!|\\copy|\.(shell|system|once|output)/,
    valued: "-c --command",
  },
  {
    names: "tmux screen nsenter bwrap start-stop-daemon nix-shell",
    kind: "run",
    targets: "nothing",
    matching:
      /^(new|new-session|neww|new-window|run|run-shell|send|send-keys|if-shell|split-window|[^-]*\b(rm|sh|bash)\b[\s\S]*)$/,
  },
];

/** The programs that have subcommands, with the options that may stand before one. */
export const programsWithSubcommands: ReadonlyMap<string, ProgramOptions> = new Map([
  [
    "git",
    {
      valued: "-C -c --git-dir --work-tree --exec-path --namespace --config-env --super-prefix",
      directory: "-C",
      settings: "-c --config-env --exec-path",
      harmless:
        /^(user|color|advice|column|log)\.|^core\.quotepath=|^(core\.(editor|pager)|sequence\.editor)=(true|cat|:)?$/i,
      moved: "--git-dir --work-tree",
    },
  ],
]);

/** The options of a program that stand before its subcommand. */
export interface ProgramOptions {
  readonly valued: string;
  /** The option whose value is the directory to work in. */
  readonly directory: string;
  /** Options whose values may make a subcommand run anything, unless they fit `harmless`. */
  readonly settings: string;
  readonly harmless: RegExp;
  /** Options with which paths may begin elsewhere. */
  readonly moved: string;
}

/** The entries of a program, in the order of the catalogue. */
export const catalogueByName: ReadonlyMap<string, readonly CatalogueEntry[]> = [...catalogue, ...gitCatalogue]
  .flatMap((entry) => entry.names.split(" ").map((name) => ({ name, entry })))
  .reduce(
    (byName, { name, entry }) => byName.set(name, [...(byName.get(name) ?? []), entry]),
    new Map<string, readonly CatalogueEntry[]>(),
  );
