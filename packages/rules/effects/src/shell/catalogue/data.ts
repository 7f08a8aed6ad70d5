/** Catalogue rows for archives, encodings, copies between places, and databases: `tar`, `base64`, `rsync`, `psql`. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const rsyncValued =
  "-e --rsh -f --filter -T -B --exclude --include --exclude-from --include-from --files-from --log-file --chmod --chown --backup-dir --bwlimit --link-dest --compare-dest --copy-dest --timeout --rsync-path --port --password-file --partial-dir --temp-dir --max-size --min-size --suffix --out-format";
const tarValued =
  "-f --file -C --directory -T --files-from -X --exclude-from --exclude --transform --strip-components -b -I --use-compress-program --owner --group --mode -g --listed-incremental --checkpoint-action --to-command -F --info-script";

/** The catalogue rows for archives, encodings, copies between places, and databases: `tar`, `base64`, `rsync`, `psql`. */
export const data: readonly CatalogueEntry[] = [
  // Archives.
  ...rowsOf({ names: "tar gtar bsdtar", valued: tarValued }, [
    { reads: "operands", recursive: true, needs: "-c --create -r --append -u --update" },
    { replaces: "value of -f --file", needs: "-c --create -r --append -u --update" },
    { reads: "value of -f --file", needs: "-x --extract --get -t --list", decodes: true },
    { creates: "value of -C --directory or .", recursive: true, needs: "-x --extract --get" },
    { deletes: "operands", recursive: true, needs: "--remove-files" },
    {
      runs: true,
      needs: "-I --use-compress-program",
      matching: /\b(sh|bash|zsh|dash|python\d?|perl|ruby|node)\b|[;|&$`<>]/,
    },
    {
      runsCode:
        "value of --checkpoint-action --to-command -F --info-script -I --use-compress-program --rmt-command --rsh-command",
      valued: `${tarValued} --checkpoint-action --to-command --info-script --rmt-command --rsh-command`,
    },
  ]),
  row("zip", "", {
    replaces: "first operand",
    reads: "later operands",
    recursive: "-r --recurse-paths",
    valued: "-x -i -P -b -n -t -tt",
  }),
  row("zip", "", { deletes: "later operands", needs: "-m --move", recursive: "-r" }),
  row("zip", "", { runsCode: "value of -TT --unzip-command" }),
  row("unzip unrar", "", { reads: "first operand", valued: "-d -x -P", decodes: true }),
  row("zipfile tarfile", "", { creates: "later operands or .", recursive: true, needs: "-e --extract" }),
  row("unrar rar", "", { creates: ".", recursive: true, matching: /^[ex]$/, valued: "-x -p" }),
  row("unzip", "", { creates: "value of -d or .", recursive: true, unless: "-l -t -p -Z -v" }),
  ...rowsOf({ names: "7z 7za 7zr 7zz", recursive: true }, [
    { subcommand: "x|e", reads: "first operand", creates: "value of -o or .", valued: "-o -p" },
    { subcommand: "a|u", replaces: "first operand", reads: "later operands", valued: "-p -x" },
  ]),
  row("7z 7za", "", { deletes: "operands", needs: "-s -sdel", recursive: true, matching: /^/ }),
  row("7z 7za 7zr 7zz", "l|t", { reads: "first operand" }),
  row("cpio", "", { creates: ".", recursive: true, needs: "-i --extract", valued: "-O -H" }),
  row("cpio", "", { creates: "last operand", needs: "-p --pass-through", recursive: true }),
  row("cpio", "", { reads: "value of -F -I -E", unless: "-p --pass-through" }),
  row("ar rar lha arj", "", { reads: "operands", valued: "-F -O -I -E -H" }),
  row("ar lha arj", "", { creates: ".", recursive: true, matching: /^[a-z]*[xe][a-z]*$/ }),
  row("jar", "", { reads: "operands", valued: "-C" }),
  row("jar", "", { creates: "value of --dir or .", recursive: true, needs: "-x --extract", valued: "-f --file" }),
  row("cmake", "", {
    creates: "value of -C or .",
    recursive: true,
    needs: "-E",
    matchingEach: [/^tar$/, /^-?[a-z]*x[a-z]*$/],
  }),
  row("dpkg-deb dpkg", "", {
    creates: "last operand",
    recursive: true,
    needs: "-x -X --extract --vextract -R --raw-extract",
  }),
  row("unsquashfs", "", { creates: "value of -d -dest or squashfs-root", recursive: true }),
  row("unar dtrx aunpack unp unshar uudecode cabextract innoextract unlzx unace zpaq bsdunzip xar 7zip", "", {
    reads: "operands",
    creates: "value of -d -o -C -output-directory --directory or .",
    recursive: true,
  }),
  row("patool", "", { creates: "value of --outdir or .", recursive: true, matching: /^(extract|repack)$/ }),
  row("atool als acat", "", { creates: ".", recursive: true, needs: "-x --extract -X --extract-to" }),
  row("ouch", "", { creates: "value of -d --dir or .", recursive: true, matching: /^(d|decompress)$/ }),
  row("sqlite3", "", { creates: "value of -C or .", recursive: true, needs: "-A" }),
  row("gzip bzip2 xz lzma compress zcompress lz4 lzop brotli zstd", "", {
    reads: "operands",
    valued: "-S -T --suffix -o",
    decodes: "-d --decompress --uncompress",
  }),
  row("gzip bzip2 xz lzma compress zcompress", "", {
    packs: "operands",
    unless: "-k --keep -c --stdout --to-stdout -t --test -l --list",
  }),
  row("gunzip bunzip2 unxz unlzma uncompress", "", {
    packs: "operands",
    unless: "-k --keep -c --stdout -t --test -l --list",
  }),
  row("gunzip bunzip2 unxz unlzma uncompress unzstd zcat bzcat xzcat gzcat zstdcat lzcat zless zmore funzip pigz", "", {
    reads: "operands",
    decodes: true,
  }),
  row("zstd lz4", "", { packs: "operands", needs: "--rm" }),

  // Encoding and compression.
  row("base64 gbase64 base32 basenc", "", {
    reads: "operands, value of -i --input",
    decodes: "-d -D --decode",
    valued: "-w --wrap -b -o",
  }),
  row("xxd", "", { reads: "first operand", replaces: "later operands", decodes: "-r", valued: "-c -l -s -g -o" }),
  row("uudecode unbase64", "", { reads: "operands", decodes: true, replaces: "value of -o" }),
  row("uuencode", "", { reads: "first operand" }),
  row("openssl", "enc|aes-256-cbc|aes-128-cbc|base64|des3|rc4", {
    reads: "value of -in",
    replaces: "value of -out",
    decodes: "-d",
    valued: "-k -K -iv -pass -S -md -iter",
  }),
  row("openssl", "dgst|x509|req|rsa|pkey|pkcs12|genrsa|genpkey|verify|asn1parse|rand|sha256|md5", {
    reads: "value of -in -inkey -key, operands",
    replaces: "value of -out -keyout",
    valued: "-subj -days -passin -passout -newkey -config -CA -CAkey -signkey -CAfile",
  }),
  row("gpg gpg2", "", {
    reads: "operands",
    replaces: "value of -o --output",
    decodes: "-d --decrypt",
    valued: "-r --recipient -u --local-user --passphrase --homedir",
  }),
  row("gpg gpg2", "", {
    contacts: "value of --keyserver",
    needs: "--recv-keys --send-keys --search-keys --refresh-keys",
    valued: "--recv-keys --send-keys",
  }),
  row("gpg gpg2", "", { reads: "~/.gnupg", recursive: true, needs: "--export-secret-keys --export-secret-subkeys" }),
  row("gpg gpg2", "", {
    discards: "keys",
    needs: "--delete-key --delete-keys --delete-secret-key --delete-secret-keys --delete-secret-and-public-key",
  }),
  row("age rage", "", {
    reads: "operands",
    replaces: "value of -o --output",
    decodes: "-d --decrypt",
    valued: "-r -i",
  }),
  row("steghide zbarimg", "", { reads: "value of -sf, operands", decodes: true, valued: "-p" }),
  row("ssh-keygen", "", { creates: "value of -f", unless: "-l -y -F -R -H -B", valued: "-t -b -C -N -P" }),
  row("ssh-keygen", "", { reads: "value of -f", needs: "-y -l -p" }),
  row("ssh-add", "", { reads: "operands" }),
  row("keytool", "", { reads: "value of -keystore", matching: /^-(export|list)/, valued: "-alias -file" }),

  // Copies between local or remote places.
  ...rowsOf({ names: "rsync", valued: rsyncValued }, [
    { copies: "first operands", recursive: true, unless: "-n --dry-run --list-only", transfers: true },
    { contacts: "first operand", protocol: "ssh", needs: "--list-only", matching: /^[^/]+:/ },
    { lists: "literal operands", recursive: true, needs: "--list-only" },
    {
      deletes: "last operand",
      recursive: true,
      partial: true,
      needs:
        "--delete-missing-args --del --delete --delete-before --delete-during --delete-delay --delete-after --delete-excluded",
      unless: "-n --dry-run",
    },
    {
      deletes: "first operands",
      recursive: true,
      partial: true,
      needs: "--remove-source-files",
      unless: "-n --dry-run",
    },
    { replaces: "value of --log-file" },
    {
      modes: "last operand",
      value: "value of --chmod",
      recursive: true,
      needs: "--chmod",
      matchingEach: [/^[DF]?(?:[0-7]{1,5}|[ugoa]*[-+=])/],
      unless: "-n --dry-run --list-only",
    },
  ]),
  // An `ssh` with plain options runs no other command.
  row("rsync", "", {
    runs: true,
    needs: "-e --rsh --rsync-path",
    matching: /[;&|`$'"]|Command|^(?!\/|ssh\b|rsync$|[^ ]*:|[^ ]*$)/,
    valued: rsyncValued,
  }),
  row("scp sftp sshfs", "", {
    runs: true,
    needs: "-S -o -D",
    matching: /Command|^(?!ssh$)\S*(\bsh|bash|python|perl)\b/,
    valued: "-c -D -F -i -J -l -P -S -X",
  }),
  row("scp pscp", "", {
    copies: "first operands",
    recursive: "-r",
    valued: "-c -D -F -i -J -l -o -P -S -X",
    transfers: true,
    protocol: "ssh",
  }),
  row("rclone", "copy|sync|move|copyto|moveto|bisync", {
    copies: "first operands",
    recursive: true,
    transfers: true,
    valued: "--config --transfers --include --exclude --filter",
    unless: "-n --dry-run",
  }),
  row("rclone", "", {
    discards: "files of a remote",
    matching: /^(purge|delete|deletefile|sync|rmdirs?|cleanup)$/,
    unless: "-n --dry-run",
  }),
  row("rclone", "ls|lsd|lsl|lsf|cat|size", { contacts: "nothing" }),
  row("dd gdd", "", { replaces: "value of of=" }),
  row("dd gdd", "", { reads: "value of if=", limits: "count=" }),

  // Databases and caches.
  row("sqlite3 duckdb", "", { reads: "first operand", valued: "-cmd -init -separator -newline" }),
  row("psql mysql mariadb pg_dump pg_restore mysqldump mongosh mongo mongodump redis-cli clickhouse-client", "", {
    contacts: "value of -h --host",
    protocol: "database",
    valued: "-c --command -e --execute -U -u -p -d -D -P -f --port --user --dbname",
  }),
];
