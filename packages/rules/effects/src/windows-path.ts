/**
 * The normalized form of a Windows path, in which targets of effects and rules compare it: `C:\Users\Ada\x` and `c:/Users/Ada/./x`
 * become `/c:/Users/Ada/x`.
 *
 * - Separators become `/`, a drive is a first segment in lower case (`/c:/x`), and a share begins with `/unc:` (`/unc:/server/share/x`).
 * - The prefixes `\\?\`, `\\.\` and `FileSystem::`, the name of a stream (`a.txt::$DATA`), and dots and spaces at the end of a
 *   segment are removed, because Windows opens the same file without them.
 * - A disk or a volume as a device (`\\.\PhysicalDrive0`, `\\.\C:`) is in `/dev`.
 * - A path on a drive without a separator (`C:x`) is relative: it begins in the drive's working directory.
 * - A key of the registry keeps the short name of its root: `HKEY_CURRENT_USER\Software` becomes `/HKCU:/Software`.
 *
 * Letters keep their case. A path that has no part of a Windows path only gets `/` as its separator.
 */
export function normalizeWindowsPath(path: string): string {
  let rest = path.replace(/^(?:Microsoft\.PowerShell\.Core\\)?(?:FileSystem|Registry)::/i, "");
  const device =
    /^[\\/]{2}[?.][\\/](?:GLOBALROOT[\\/]Device[\\/])?((?:PhysicalDrive|Harddisk|HarddiskVolume|CdRom)\w*|[A-Za-z]:|Volume\{[^}]*\})(?=[\\/]?$|[\\/](?:DR|Partition)\d)/i.exec(
      rest,
    );
  if (device !== null) return `/dev/${device[1]}`;
  rest = rest
    .replaceAll("\\", "/")
    .replace(/^\/\/[?.]\/(?:(UNC)\/)?/i, (_, unc: string | undefined) => (unc ? "//" : ""));
  const key = /^\/?(HKEY_[A-Z_]+|HK(?:LM|CU|CR|U|CC))(?::?\/|:?$)/i.exec(rest);
  if (key !== null) {
    const root = key[1] ?? "";
    return `/${registryRoots.get(root.toUpperCase()) ?? root.toUpperCase()}:/${rest.slice(key[0].length)}`;
  }
  if (rest.startsWith("//")) return `/unc:/${withoutEnds(rest.slice(2))}`;
  const drive = /^\/?([A-Za-z]):(\/?)/.exec(rest);
  if (drive === null) return withoutEnds(rest);
  const inside = withoutEnds(rest.slice(drive[0].length));
  return drive[2] === "/" || inside === "" ? `/${(drive[1] ?? "").toLowerCase()}:/${inside}` : inside;
}

const registryRoots: ReadonlyMap<string, string> = new Map([
  ["HKEY_LOCAL_MACHINE", "HKLM"],
  ["HKEY_CURRENT_USER", "HKCU"],
  ["HKEY_CLASSES_ROOT", "HKCR"],
  ["HKEY_USERS", "HKU"],
  ["HKEY_CURRENT_CONFIG", "HKCC"],
]);

/** Removes what Windows ignores at the end of names: stream names, dots and spaces. */
function withoutEnds(path: string): string {
  return path
    .split("/")
    .map((part) => (/^\.+$/.test(part) ? part : trimEnds(part.includes(":") ? part.slice(0, part.indexOf(":")) : part)))
    .join("/");
}

/** Removes dots and spaces at the end, as Windows does. */
function trimEnds(part: string): string {
  let end = part.length;
  while (end > 0 && (part[end - 1] === "." || part[end - 1] === " ")) end--;
  return part.slice(0, end);
}

/** A path or glob on a drive, a share or in the registry of Windows in its normalized form; any other is unchanged. */
export function portablePath(path: string): string {
  return /^(?:[A-Za-z]:[\\/]|\\\\|\/\/[?.]\/|HK(?:LM|CU|CR|U|CC):?\\|HKEY_)/i.test(path)
    ? normalizeWindowsPath(path)
    : path;
}
