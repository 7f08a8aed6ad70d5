// The files whose writing has further consequences: startup files, crontabs, services, SSH keys, hooks, `/etc/sudoers`.
import type { PersistenceEffect, Target } from "./effects.ts";
import { globsOverlap } from "./glob-overlap.ts";
import { escapeGlob, joinPath } from "./path.ts";
import { windowsConsequences } from "./windows-places.ts";

/** What follows from writing a file that is run later (a startup file) or decides who has which rights (`/etc/sudoers`). */
export type WriteConsequence =
  | { readonly kind: "persist"; readonly where: PersistenceEffect["where"] }
  | { readonly kind: "privilege"; readonly user: string | null };

/**
 * The paths of files that are run later or decide who has which rights: absolute, beginning with `~/` (any home directory), or
 * with `**` (anywhere). To add a file, add its path to a row.
 */
const persistentFiles: readonly { readonly paths: string; readonly means: WriteConsequence }[] = [
  {
    paths:
      "~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.bash_aliases ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ~/.zlogin ~/.zlogout ~/.kshrc ~/.cshrc ~/.tcshrc ~/.login ~/.inputrc ~/.xinitrc ~/.xprofile ~/.xsession ~/.xsessionrc ~/.vimrc ~/.config/nvim/** ~/.config/fish/** ~/.config/autostart/** ~/.pam_environment ~/.config/environment.d/** ~/.pythonrc ~/.Rprofile ~/.emacs ~/.tmux.conf ~/.screenrc ~/.config/powershell/** ~/.oh-my-zsh/**",
    means: { kind: "persist", where: "startup file" },
  },
  {
    paths:
      "/etc/profile /etc/profile.d/** /etc/bash.bashrc /etc/bashrc /etc/zsh/** /etc/zshrc /etc/zshenv /etc/environment /etc/rc.local /etc/inittab /etc/init.d/** /etc/rc.d/** /etc/rc?.d/** /etc/xdg/autostart/** /etc/ld.so.preload /etc/ld.so.conf /etc/ld.so.conf.d/** /etc/skel/** /etc/motd /etc/update-motd.d/** /etc/X11/Xsession.d/** **/site-packages/*.pth **/sitecustomize.py **/usercustomize.py",
    means: { kind: "persist", where: "startup file" },
  },
  {
    paths:
      "/etc/crontab /etc/cron.d/** /etc/cron.daily/** /etc/cron.hourly/** /etc/cron.weekly/** /etc/cron.monthly/** /etc/anacrontab /var/spool/cron/** /var/spool/at/** /etc/at.allow /etc/cron.allow",
    means: { kind: "persist", where: "schedule" },
  },
  {
    paths:
      "/etc/systemd/** /lib/systemd/** /usr/lib/systemd/** /usr/local/lib/systemd/** /run/systemd/system/** ~/.config/systemd/** ~/.local/share/systemd/** /Library/LaunchDaemons/** /Library/LaunchAgents/** /System/Library/LaunchDaemons/** ~/Library/LaunchAgents/** /etc/init/** /etc/supervisor/** /etc/xinetd.d/** /etc/inetd.conf /etc/udev/rules.d/** /etc/modules /etc/modules-load.d/** /etc/runit/** /etc/sv/** /etc/dbus-1/**",
    means: { kind: "persist", where: "service" },
  },
  {
    paths:
      "~/.ssh/authorized_keys ~/.ssh/authorized_keys2 ~/.ssh/rc ~/.ssh/environment ~/.ssh/config ~/.rhosts ~/.shosts /etc/ssh/** /etc/hosts.equiv",
    means: { kind: "persist", where: "keys" },
  },
  {
    paths:
      "**/.git/hooks/* .git/hooks/* **/.husky/** .husky/** ~/.gitconfig ~/.config/git/** /etc/gitconfig /etc/apt/apt.conf.d/** /etc/kernel/postinst.d/** /etc/network/if-up.d/** /etc/NetworkManager/dispatcher.d/** /usr/lib/git-core/**",
    means: { kind: "persist", where: "hook" },
  },
  {
    paths:
      "/etc/sudoers /etc/sudoers.d/** /etc/passwd /etc/shadow /etc/group /etc/gshadow /etc/passwd- /etc/shadow- /etc/pam.d/** /etc/security/** /etc/doas.conf /etc/polkit-1/** /etc/subuid /etc/subgid /usr/share/polkit-1/**",
    means: { kind: "privilege", user: null },
  },
];

/** The directory where relative paths begin, and the home directory. */
interface WriteBase {
  readonly workingDirectory?: string | undefined;
  readonly home?: string | undefined;
}

interface Row {
  readonly parts: readonly string[];
  readonly beginning: "/" | "~" | "";
  readonly means: WriteConsequence;
}

const patterns: readonly Row[] = persistentFiles.flatMap(({ paths, means }) =>
  paths.split(" ").map((path) => {
    const beginning = path.startsWith("/") ? "/" : path.startsWith("~") ? "~" : "";
    return { parts: path.split("/").slice(beginning === "" ? 0 : 1), beginning, means };
  }),
);

/** The first segments of the absolute paths in the table. Other absolute paths are skipped early, for speed. */
const systemRoots: ReadonlySet<string> = new Set("etc var lib usr run Library System root home Users".split(" "));

/**
 * The consequences of writing a file, besides the write itself: `~/.bashrc` is run at each login, `/etc/sudoers` gives rights.
 * A directory for such files (`/etc/cron.d`) counts as well.
 *
 * @param base - the working directory and the home directory, if known. A path that looks like a home directory (`/home/ada`)
 *   counts as one anyway. If the working directory is unknown, a relative path that begins with a dot counts as in the home directory
 */
export function writeConsequences(target: Target | null, base: WriteBase): readonly WriteConsequence[] {
  if (target === null) return [];
  const windows = windowsConsequences(target);
  if (windows.length > 0) return windows;
  const { workingDirectory = "" } = base;
  const from = target.glob ? escapeGlob(workingDirectory) : workingDirectory;
  const whole = workingDirectory === "" ? target.path : (joinPath(from, target.path) ?? target.path);
  const isHidden = workingDirectory === "" && /^\.[^./]/.test(whole);
  const inHome = isHidden ? whole : pathInHome(whole, base.home);
  const path = (inHome ?? whole).replace(/\/?\*\*.*$/s, "");
  const beginning = inHome !== undefined ? "~" : path.startsWith("/") ? "/" : "";
  const parts = path.split("/").filter((part) => part !== "");
  if (beginning === "/" && !systemRoots.has(parts[0] ?? "") && !parts.some(isSignificantPart)) return [];
  if (beginning === "" && !parts.some(isSignificantPart)) return [];
  const candidate = { parts: target.glob ? parts : parts.map(escapeGlob), hidden: target.hidden };
  const found = patterns.filter(
    (row) =>
      (row.beginning === beginning || row.parts[0] === "**") &&
      beginningsAgree(row.parts, candidate.parts) &&
      (!target.glob || namesFileOfRow(row, parts)) &&
      (globsOverlap({ parts: row.parts, hidden: true }, candidate) !== false || isDirectoryOf(row, parts)),
  );
  return [...new Map(found.map(({ means }) => [JSON.stringify(means), means])).values()];
}

/** Whether the literal beginnings of a table path and a path agree, so that both may name the same file. */
function beginningsAgree(row: readonly string[], path: readonly string[]): boolean {
  for (const [index, part] of row.entries()) {
    const other = path[index];
    if (other === undefined || part.startsWith("*")) return true;
    const [mine, its] = [literalPrefix(part), literalPrefix(other)];
    if (!mine.startsWith(its) && !its.startsWith(mine)) return false;
    if (mine.length < part.length || its.length < other.length) return true;
    if (mine !== its) return false;
  }
  return true;
}

/** A part of a glob up to its first wildcard or escape. */
function literalPrefix(part: string): string {
  const special = part.search(/[*?[\\]/);
  return special === -1 ? part : part.slice(0, special);
}

/** Whether a glob contains a literal segment of a table path that begins with `**`; otherwise nearly every glob would match it. */
function namesFileOfRow(row: Row, path: readonly string[]): boolean {
  return row.parts[0] !== "**" || row.parts.some((part) => !part.includes("*") && path.includes(part));
}

/** Whether a path segment can match the table outside of `systemRoots`: a wildcard, or `.git`. */
function isSignificantPart(part: string): boolean {
  return /[*?[]/.test(part) || /^(\.git|\.husky|site-packages|sitecustomize\.py|usercustomize\.py)$/.test(part);
}

/** The part of a path after its home directory: `/home/ada/.bashrc` is `.bashrc`; `undefined` if it is in none. */
function pathInHome(path: string, home: string | undefined): string | undefined {
  if (home !== undefined && home !== "/" && path.startsWith(`${home}/`)) return path.slice(home.length + 1);
  return /^(?:~[^/]*|\/root|\/(?:home|Users)\/[^/]+)\/(.*)$/s.exec(path)?.[1];
}

/** Whether a path is the directory of a table path that ends with `**`: `/etc/cron.d` of `/etc/cron.d/**`. */
function isDirectoryOf({ parts }: Row, path: readonly string[]): boolean {
  return (
    parts.at(-1) === "**" && parts.length - 1 === path.length && path.every((part, index) => part === parts[index])
  );
}
