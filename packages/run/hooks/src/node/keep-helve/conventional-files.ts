/** Files that a program may load although no word and no table names them. Which conventions a program without a reader follows is not known. */
import type { CommandEffect } from "@helve/effects";
import { leavesCodeAlone, runtimeKind } from "./code-programs.ts";
import { startedProgram } from "./started-program.ts";
import { compiled } from "./task-files.ts";

/**
 * The keys of the written files that a program may load by a convention of its own: for a program that no reader follows, what is directly in
 * the project, in a hidden folder, in a folder for settings, or has the name of the program in its path; documents only for one that runs the
 * code in them.
 */
export function conventionalFiles(command: CommandEffect, keys: readonly string[]): readonly string[] {
  const { words, isModeled, elsewhere } = command;
  if (elsewhere === true || keys.length === 0) return [];
  const [, ...others] = words;
  const { name } = startedProgram(words);
  const runsDocuments = documentRunners.test(name) || others.some(({ text }) => documentOptions.test(text ?? ""));
  const isFollowed =
    isModeled ||
    name === "" ||
    runtimeKind(name) !== undefined ||
    withoutProject.has(name) ||
    leavesCodeAlone(name, command);
  const onlyShows = others.length === 1 && shows.test(others[0]?.text ?? "");
  if (onlyShows || (isFollowed && !runsDocuments)) return [];
  return keys.filter((key) => {
    if (/^[/~]/.test(key) || compiled.test(key)) return false;
    if (documents.test(key)) return runsDocuments;
    return !isFollowed && (conventionalPlaces.test(key) || isNamedAfter(key, name));
  });
}

/** A file directly in the project, or in a hidden folder or one for settings. */
const conventionalPlaces = /^[^/]+$|(?:^|\/)(?:[._][^/]*|config|conf|plugins?|hooks?|tasks?|generators?|templates?)\//;

/** Whether the path of a file has the name of a program: `prisma/schema.prisma`, `src-tauri/tauri.conf.json`. */
function isNamedAfter(key: string, program: string): boolean {
  const name = program.replace(/^cargo-/, "");
  return name.length > 2 && key.toLowerCase().includes(name.toLowerCase());
}

const shows = /^(?:-h|--help|-V|-v|--version)$/;

/** Texts for people, which only some programs run. */
const documents = /\.(?:md|mdx|markdown|rst|adoc|org|txt|[rq]md|rnw|[jp]md|livemd|ipynb|html?)$/i;

/** Programs that run the code in documents. */
const documentRunners =
  /^(?:mdsh|runme|mask|xc|mdx|rundoc|byexample|phmdoctest|cram|prysk|lit|llvm-lit|dune|clitest|shelldoctest|doctest|xdoctest|txm|markdown-doctest|mdtest|embedme|quarto|jupyter-book|myst|livebook|pweave|knitr|mkdocs|sphinx-build|sybil|jupytext|marimo|nbdev_\w+|codebraid|entangled)$/;
const documentOptions = /^(?:--(?:markdown-docs|codeblocks|doctest-\w+|doc|nbval(?:-lax)?|nbmake))(?:=|$)/;

/** Builtins of shells, and programs for texts, files and the system: they load nothing of the project that no word names. */
const withoutProject: ReadonlySet<string> = new Set(
  [
    ": . [ alias bg bind break builtin cd command compgen complete continue declare dirs disown enable eval exec exit export fc fg function getopts hash help history jobs let local logout mapfile popd pushd read readarray readonly return set setopt shift shopt source suspend times trap true type typeset ulimit umask unalias unset unsetopt wait",
    "arch bc clear cal dmesg env expr factor free getconf getent groups hostname hostnamectl ip ifconfig iostat journalctl kill killall ldd locale logger logname look lsblk lscpu lsmod lspci lsusb mktemp mount netstat nproc nslookup dig host passwd pgrep ping pidof pkill printenv ps pstree reset sar service ss stty swapon sync sysctl systemctl tailscale tee timedatectl top htop traceroute tty uname uptime useradd usermod groupadd users vmstat w whatis who yes",
    "sed gsed awk gawk mawk nawk sort gsort uniq xxd find gfind fd fdfind tree cp rm mkdir rmdir touch dd base64 base32 less more bat batcat yq jq tee shred nl tac column",
    "apt apt-get apt-cache dpkg rpm dnf yum pacman apk brew snap port update-alternatives ufw iptables ssh ssh-keygen ssh-add ssh-copy-id sshpass gpg openssl pass",
    "redis-cli mongosh mysqladmin mysqldump pg_dump pg_restore pg_isready createdb dropdb psql mysql sqlite3 convert magick identify ffmpeg ffprobe exiftool jpegoptim optipng pngquant cwebp",
  ].flatMap((line) => line.split(" ")),
);
