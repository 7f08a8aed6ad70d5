/** The catalogue rows for programs that read, write, move and delete files: `rm`, `cp`, `grep`. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const copying = "-S --suffix -t --target-directory";

/** The options with which searches print only names of files, or whether something matches. */
const namesOnly = "-l --files-with-matches -L --files-without-match -q --quiet --silent -c --count";

/** The options with which `grep` reads folders, by default the one in which it starts. */
const grepsFolders = "-r -R --recursive --dereference-recursive";
const grep = {
  pattern: "-e --regexp -f --file",
  valued:
    "-e --regexp -f --file -m --max-count -A -B -C --context -d -D --color --colour --include --exclude --exclude-dir --exclude-from --label",
  keepsLines: true,
  namesOnly,
} as const;

/** The catalogue rows for programs that read, copy, move, delete and change files: `cat`, `cp`, `rm`, `sed`. */
export const files: readonly CatalogueEntry[] = [
  // Listing directories and file metadata.
  row("ls gls dir vdir", "", {
    lists: "operands or .",
    recursive: "-R --recursive",
    valued: "-I --ignore -w --width -T --tabsize",
  }),
  row("exa eza lsd", "", {
    lists: "operands or .",
    recursive: "-R --recursive -T --tree",
    valued: "-L --level -s --sort -I --ignore-glob",
  }),
  row("tree", "", { lists: "operands or .", recursive: true, valued: "-L -P -I -H --filelimit --sort" }),
  row("tree", "", { replaces: "value of -o", needs: "-o" }),
  row("du gdu ncdu dust", "", {
    lists: "operands or .",
    recursive: true,
    valued: "-d --max-depth -B --block-size -t --threshold --exclude -X",
    unless: "-s --summarize",
  }),
  row("du gdu", "", { lists: "operands or .", partial: true, needs: "-s --summarize" }),
  row("stat gstat", "", { lists: "operands", partial: true, valued: "-c --format --printf" }),
  row("file", "", { lists: "operands", partial: true, valued: "-m -e -F -P" }),
  row("readlink greadlink realpath grealpath", "", {
    lists: "operands",
    partial: true,
    valued: "--relative-to --relative-base",
  }),
  row("namei lsattr getfacl getfattr", "", { lists: "operands", partial: true }),
  row("locate mlocate plocate", "", { lists: "nothing", valued: "-n -l -d" }),
  row("fd fdfind", "", {
    lists: "operands or .",
    recursive: true,
    pattern: "",
    valued: "-e --extension -t --type -d --max-depth -E --exclude -x -X -S -j",
    gives: "files",
  }),
  row("mount findmnt df lsblk", "", { lists: "nothing" }),
  row("pwd", "", { gives: "nothing" }),
  row("basename gbasename", "", { gives: "word", valued: "-s" }),

  // Reading the content of files.
  row("cat gcat tac nl bat batcat less more most pr fold fmt expand unexpand rev", "", {
    reads: "operands",
    keepsLines: true,
  }),
  row("od hexdump strings", "", { reads: "operands", valued: "-N -j -s -n" }),
  row("head ghead tail gtail", "", {
    reads: "operands",
    limits: true,
    valued: "-n --lines -c --bytes -s --sleep-interval --pid",
    keepsLines: true,
  }),
  row("sort gsort", "", {
    reads: "operands",
    replaces: "value of -o --output",
    valued: "-k --key -t --field-separator -S -T",
    keepsLines: true,
  }),
  row("shuf gshuf", "", {
    reads: "operands",
    replaces: "value of -o --output",
    valued: "-n --head-count -i",
    unless: "-e --echo",
    keepsLines: true,
  }),
  row("uniq guniq", "", { reads: "first operand", replaces: "later operands", valued: "-f -s -w", keepsLines: true }),
  row("sort gsort", "", { runs: true, needs: "--compress-program" }),
  row("wc gwc", "", { reads: "operands", gives: "word", limits: true, valued: "--files0-from" }),
  row("cut gcut", "", { reads: "operands", valued: "-d --delimiter -f --fields -c -b" }),
  row("paste column colrm comm", "", { reads: "operands", valued: "-d -s -o -N" }),
  row("join", "", { reads: "operands", valued: "-t -o -j -1 -2 -a -e -v" }),
  row("tr gtr numfmt ts", "", { valued: "-d --from --to --field" }),
  row("grep ggrep egrep fgrep zgrep bzgrep xzgrep", "", { reads: "operands", unless: grepsFolders, ...grep }),
  row("grep ggrep egrep fgrep zgrep bzgrep xzgrep", "", {
    reads: "operands or .",
    needs: grepsFolders,
    recursive: true,
    ...grep,
  }),
  row("grep ggrep egrep fgrep rgrep", "", { ...grep, reads: "globs of value of --include", needs: "--include" }),
  row("rgrep", "", { reads: "operands or .", recursive: true, ...grep }),
  row("grep ggrep egrep fgrep rgrep", "", {
    ...grep,
    keepsLines: undefined,
    gives: "files",
    needs: "-l --files-with-matches -L",
  }),
  row("rg ag ack pt ugrep", "", {
    gives: "files",
    pattern: "-e --regexp -f --file --files",
    needs: "-l --files-with-matches --files",
    valued: "-e --regexp -f --file -g --glob -t --type -T --type-not -m -A -B -C -d -j -r --replace --sort",
  }),
  row("grep ggrep egrep fgrep", "", { reads: "value of -f --file" }),
  row("rg ag ack pt ugrep", "", {
    reads: "operands",
    pattern: "-e --regexp -f --file --files",
    recursive: true,
    namesOnly,
    keepsLines: true,
  }),
  row("rg", "", {
    reads: "globs of value of -g --glob --iglob",
    needs: "-g --glob --iglob",
    matching: /^(?!!).*\.(?:env|key|pem|p12|pfx|tfvars)(?:\*|\.\*)?$/,
    pattern: "-e --regexp -f --file --files",
    namesOnly,
  }),
  // Without an operand they search the working directory, whose hidden files they skip by default.
  row("rg ag pt ugrep", "", {
    reads: "operands or .",
    namesOnly,
    needs: "--hidden -. -u -uu -uuu --unrestricted",
    pattern: "-e --regexp -f --file --files",
    recursive: true,
  }),
  row("rg", "", { runsCode: "value of --pre" }),
  row("awk gawk mawk nawk", "", {
    reads: "operands",
    pattern: "-f --file -e --source",
    valued: "-f --file -e --source -F -v -i --include",
  }),
  row("gawk awk", "", { changes: "later operands", matching: /^inplace$/ }),
  ...rowsOf({ names: "sed gsed", pattern: "-e --expression -f --file", valued: "-i? -e --expression -f --file -l" }, [
    { reads: "operands", keepsLines: true, unless: "-i --in-place" },
    { changes: "operands", needs: "-i --in-place" },
  ]),
  row("perl ruby", "", { changes: "operands", needs: "-i", valued: "-i? -e -E -I -M" }),
  row("perl ruby", "", { reads: "operands", needs: "-n -p" }),
  row("jq yq xq gojq jaq fx", "", {
    reads: "operands",
    pattern: "-f --from-file",
    valued: "-f --from-file --arg --argjson --slurpfile --rawfile --indent -L",
  }),
  row("yq", "", { changes: "later operands", needs: "-i --inplace" }),
  row("xmllint xml xmlstarlet tidy pup htmlq", "", { reads: "operands", valued: "--xpath --schema --format" }),
  row("diff gdiff colordiff sdiff diff3 cmp gcmp vimdiff icdiff delta", "", {
    reads: "operands",
    recursive: "-r --recursive",
    valued: "-U -C -I -x -X -W --exclude --label",
  }),
  row("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum md5 shasum cksum sum crc32 xxhsum", "", {
    reads: "operands",
    valued: "-a",
  }),
  row("csvlook csvcut csvgrep csvstat csvsql csvjson in2csv mlr xsv qsv", "", {
    reads: "operands",
    valued: "-c -d -f -m -r",
  }),
  row("shellcheck", "", {
    reads: "operands",
    valued: "-s --shell -f --format -S --severity -e --exclude -i --include -P",
  }),
  row("view pandoc groff man lynx", "", {
    reads: "operands",
    valued: "-o --output -t --to -f --from",
    matching: /^[^:]*$/,
  }),
  row("pandoc", "", { replaces: "value of -o --output", valued: "-V --metadata" }),
  row("nano pico emacs vi vim nvim code subl gedit kate micro helix hx", "", {
    reads: "operands",
    changes: "operands",
    valued: "-c --cmd -S -u -T",
  }),
  row("ed red ex", "", { changes: "operands" }),
  row("objdump nm readelf ldd otool size pahole", "", { reads: "operands", valued: "-j -M" }),
  row("exiftool identify mediainfo ffprobe pdfinfo pdftotext docx2txt antiword", "", { reads: "operands" }),
  row("envsubst m4 cpp gettext", "", { reads: "operands" }),
  row("xclip xsel pbcopy wl-copy clip", "", { reads: "operands", valued: "-selection -t", gives: "nothing" }),

  // Creating and changing files.
  row("touch gtouch", "", { creates: "operands", valued: "-d --date -r --reference -t" }),
  ...rowsOf({ names: "mkdir gmkdir", creates: "operands", valued: "-m --mode", gives: "nothing" }, [
    { isNew: true, unless: "-p --parents" },
    { needs: "-p --parents" },
    {
      modes: "operands",
      value: "value of -m --mode",
      needs: "-m --mode",
      matchingEach: [/^(?:[0-7]{1,5}|[ugoa,]*[-+=].*)$/],
      creates: undefined,
    },
  ]),
  row("mkfifo mknod", "", { creates: "first operand", isNew: true, valued: "-m --mode", gives: "nothing" }),
  row("mktemp gmktemp", "", { creates: "operands, value of -p --tmpdir?", valued: "--suffix" }),
  row("tee gtee", "", { replaces: "operands", unless: "-a --append", keepsLines: true }),
  row("tee gtee", "", { appends: "operands", needs: "-a --append", keepsLines: true }),
  row("sponge", "", { replaces: "operands", unless: "-a", gives: "nothing" }),
  row("sponge", "", { appends: "operands", needs: "-a", gives: "nothing" }),
  row("cp gcp", "", {
    copies: "first operands",
    recursive: "-r -R -a --recursive --archive",
    valued: copying,
    into: "-t --target-directory",
    gives: "nothing",
    unless: "-n --no-clobber --update=none --update=none-fail",
  }),
  row("cp gcp", "", {
    reads: "first operands",
    creates: "last operand",
    recursive: "-r -R -a --recursive --archive",
    valued: copying,
    needs: "-n --no-clobber",
    gives: "nothing",
  }),
  row("ln gln", "", { destroys: "last operand", needs: "-f --force", matchingEach: [/^\/dev\/null$/] }),
  ...rowsOf({ names: "install ginstall" }, [
    {
      copies: "first operands",
      unless: "-d --directory",
      valued: "-m --mode -o --owner -g --group -S --suffix -t --target-directory",
      into: "-t --target-directory",
      gives: "nothing",
    },
    { creates: "operands", needs: "-d --directory", valued: "-m --mode -o --owner -g --group" },
    {
      modes: "last operand",
      needs: "-m --mode",
      valued: "-m --mode -o --owner -g --group -t",
      value: "value of -m --mode",
    },
  ]),
  row("mv gmv rename.ul", "", {
    moves: "first operands",
    valued: "-S --suffix",
    into: "-t --target-directory",
    gives: "nothing",
  }),
  row("mv gmv", "", { deletes: "first operands", matching: /^\/dev\/null$/ }),
  row("mmv", "", { changes: "unknown" }),
  row("rename prename", "", { changes: "later operands", valued: "-e" }),
  row("ln gln link", "", { links: "first operands", valued: "-S --suffix -t" }),
  row("ln gln link", "", { reads: "first operands", unless: "-s --symbolic" }),
  row("ln gln link", "", { creates: "last operand", unless: "-f --force", gives: "nothing" }),
  row("ln gln", "", { replaces: "last operand", needs: "-f --force", gives: "nothing" }),
  row("split gsplit csplit", "", {
    reads: "first operand",
    creates: "later operands or x",
    valued: "-l --lines -b --bytes -n --number -a --suffix-length -C --filter -f",
  }),
  row("split gsplit", "", { runsCode: "value of --filter" }),
  ...rowsOf({ names: "patch" }, [
    { changes: "first operand, value of -o --output", valued: "-p --strip -i --input -d --directory -o --output" },
    { reads: "value of -i --input", valued: "-p --strip -i --input -d -o" },
  ]),
  row("apply_patch applypatch", "", { changes: "unknown", unless: "--help" }),
  row("patch", "", { changes: "unknown", unless: "--dry-run -o --output" }),
  row("dos2unix unix2dos mac2unix iconv recode", "", {
    reads: "operands",
    valued: "-f -t --from-code --to-code -o --output",
  }),
  row("dos2unix unix2dos mac2unix", "", { changes: "operands", unless: "-n --newfile -O --to-stdout" }),
  row("iconv", "", { replaces: "value of -o --output" }),
  row("convert magick mogrify ffmpeg sox gs img2pdf dot", "", {
    reads: "first operands, value of -i",
    valued: "-o -resize -quality -density -depth -c:v -c:a -vf -b:v -r -ss -t -f -T",
  }),
  row("convert magick ffmpeg sox", "", { replaces: "last operand" }),
  row("mogrify", "", { changes: "operands", unless: "-format", valued: "-format" }),

  // Deleting files.
  row("rm grm", "", { deletes: "operands", recursive: "-r -R --recursive", gives: "nothing" }),
  row("unlink del erase", "", { deletes: "operands", gives: "nothing" }),
  // It removes only what is empty.
  row("rmdir grmdir", "", { changes: "operands", gives: "nothing" }),
  row("rimraf del-cli", "", { deletes: "operands", recursive: true }),
  row("trash trash-put gvfs-trash rmtrash", "", { deletes: "operands", recursive: true }),
  row("gio", "trash", { deletes: "operands", recursive: true }),
  row("gio", "remove", { deletes: "operands" }),
  row("srm wipe scrub", "", { destroys: "operands", recursive: "-r -R --recursive" }),
  row("shred gshred", "", { destroys: "operands", valued: "-n --iterations -s --size --random-source" }),
  row("truncate gtruncate", "", { destroys: "operands", valued: "-s --size -r --reference" }),
  row("fdupes jdupes", "", { deletes: "operands", recursive: true, partial: true, needs: "-d --delete" }),
  ...rowsOf({ names: "fallocate", valued: "-l --length -o --offset" }, [
    { exhausts: "disk", matching: /^(\d{2,}[GT]|\d+[TP]|\d{11,})/i },
    { creates: "operands" },
  ]),
  row("tmpwatch tmpreaper", "", { deletes: "operands", recursive: true, partial: true }),
];
