import type { PersistenceEffect, Target } from "./effects.ts";
import { globsOverlap } from "./glob-overlap.ts";
import { escapeGlob, joinPath } from "./path.ts";

/** What writing a file means beside the writing. */
export type WriteConsequence =
  | { readonly kind: "persist"; readonly where: PersistenceEffect["where"] }
  | { readonly kind: "privilege"; readonly user: string | null };

/**
 * Files that are run later, or that say who may do what, by their paths: absolute, from `~/` (any home directory), or
 * `**` for anywhere. A new one is a new line here.
 */
const rows: readonly { readonly paths: string; readonly means: WriteConsequence }[] = [
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

/** Where relative paths begin, and what `~` is. */
interface WriteBase {
  readonly workingDirectory?: string | undefined;
  readonly home?: string | undefined;
}

interface Row {
  readonly parts: readonly string[];
  readonly beginning: "/" | "~" | "";
  readonly means: WriteConsequence;
}

const patterns: readonly Row[] = rows.flatMap(({ paths, means }) =>
  paths.split(" ").map((path) => {
    const beginning = path.startsWith("/") ? "/" : path.startsWith("~") ? "~" : "";
    return { parts: path.split("/").slice(beginning === "" ? 0 : 1), beginning, means };
  }),
);

/** Names at which a path of the table can begin or end, to look at most paths no further. */
const roots: ReadonlySet<string> = new Set("etc var lib usr run Library System root home Users".split(" "));

/**
 * What it means to write a file, beside the writing: a startup file, a cron table, a unit, a key, a hook, or a file
 * that says who has which rights. A directory that such files are put into counts as well.
 *
 * @param base - where the path begins and what is home, when that is known; what looks like a home directory counts
 *   anyway, and so does a relative path with a hidden name when it is not known where it begins
 */
export function writeConsequences(target: Target | null, base: WriteBase): readonly WriteConsequence[] {
  if (target === null) return [];
  const { workingDirectory = "" } = base;
  const from = target.glob ? escapeGlob(workingDirectory) : workingDirectory;
  const whole = workingDirectory === "" ? target.path : (joinPath(from, target.path) ?? target.path);
  const isHidden = workingDirectory === "" && /^\.[^./]/.test(whole);
  const inHome = isHidden ? whole : fromHome(whole, base.home);
  const path = (inHome ?? whole).replace(/\/?\*\*.*$/s, "");
  const beginning = inHome !== undefined ? "~" : path.startsWith("/") ? "/" : "";
  const parts = path.split("/").filter((part) => part !== "");
  if (beginning === "/" && !roots.has(parts[0] ?? "") && !parts.some(isTelling)) return [];
  if (beginning === "" && !parts.some(isTelling)) return [];
  const given = { parts: target.glob ? parts : parts.map(escapeGlob), hidden: target.hidden };
  const found = patterns.filter(
    (row) =>
      (row.beginning === beginning || row.parts[0] === "**") &&
      mayMeet(row.parts, given.parts) &&
      (!target.glob || names(row, parts)) &&
      (globsOverlap({ parts: row.parts, hidden: true }, given) !== false || isDirectoryOf(row, parts)),
  );
  return [...new Map(found.map(({ means }) => [JSON.stringify(means), means])).values()];
}

/** Whether two paths may meet, by what is literal at their beginnings. */
function mayMeet(row: readonly string[], path: readonly string[]): boolean {
  for (const [index, part] of row.entries()) {
    const other = path[index];
    if (other === undefined || part.startsWith("*")) return true;
    const [mine, its] = [beginningOf(part), beginningOf(other)];
    if (!mine.startsWith(its) && !its.startsWith(mine)) return false;
    if (mine.length < part.length || its.length < other.length) return true;
    if (mine !== its) return false;
  }
  return true;
}

/** A part of a glob up to its first wildcard or escape. */
function beginningOf(part: string): string {
  const special = part.search(/[*?[\\]/);
  return special === -1 ? part : part.slice(0, special);
}

/** Whether wildcards that may fit files anywhere name what a row is about at all. */
function names(row: Row, path: readonly string[]): boolean {
  return row.parts[0] !== "**" || row.parts.some((part) => !part.includes("*") && path.includes(part));
}

/** Parts by which a path beside those roots may fit the table. */
function isTelling(part: string): boolean {
  return /[*?[]/.test(part) || /^(\.git|\.husky|site-packages|sitecustomize\.py|usercustomize\.py)$/.test(part);
}

/** The rest of a path beneath a home directory. */
function fromHome(path: string, home: string | undefined): string | undefined {
  if (home !== undefined && home !== "/" && path.startsWith(`${home}/`)) return path.slice(home.length + 1);
  return /^(?:~[^/]*|\/root|\/(?:home|Users)\/[^/]+)\/(.*)$/s.exec(path)?.[1];
}

/** Whether a path is the directory of the files that a row ends with: `/etc/cron.d`. */
function isDirectoryOf({ parts }: Row, path: readonly string[]): boolean {
  return (
    parts.at(-1) === "**" && parts.length - 1 === path.length && path.every((part, index) => part === parts[index])
  );
}
