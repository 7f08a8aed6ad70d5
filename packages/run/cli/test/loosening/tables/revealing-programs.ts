// Programs that get a folder above what Helve remembers: as a word, as their folder, or as names on standard input.

/** Servers of a folder `<folder>`. */
export const servers: readonly string[] = [
  "npx serve <folder>",
  "npx -y http-server <folder> -p 8080",
  "python3 -m http.server -d <folder>",
  "php -S localhost:8000 -t <folder>",
  "busybox httpd -h <folder>",
  "caddy file-server --root <folder>",
  "twistd web --path <folder>",
  "darkhttpd <folder>",
  "mytool --root <folder>",
  "mytool <folder>",
  "cd <folder> && python3 -m http.server",
  "cd <folder> && npx serve",
  "cd <folder> && php -S localhost:8000",
];

/** Folders that contain what Helve remembers. */
export const foldersAbove: readonly string[] = ["~", "~/.local", "~/.local/state", "$HOME/.local/"];

/** Programs that read the files whose names they get. */
export const listReaders: readonly string[] = [
  "cpio -o",
  "pax -w",
  "zip -@ a.zip",
  "tar cf a.tar -T -",
  "mytool",
  "sort | rev | mytool",
];

/** Commands that list the files below a folder. */
export const listings: readonly string[] = [
  "find ~ -type f",
  "find ~/.local -name '*.key'",
  "find ~/.local/state -newer x",
  "fd . ~/.local",
  "fdfind -H . ~",
  "ls -R ~/.local/state",
  "rg --files --hidden ~/.local",
  "tree -fi ~/.local",
  "printf '%s\\n' ~/.local/state/*/*",
  `python3 -c "import os; [print(os.path.join(d, f)) for d, _, fs in os.walk(os.environ['HOME'] + '/.local') for f in fs]"`,
];
