/** Finds registries and sources of packages on unknown hosts in configuration files. */

/** Hosts of common package registries and code hosting sites. */
const known: ReadonlySet<string> = new Set(
  (
    "registry.npmjs.org registry.yarnpkg.com npm.pkg.github.com npm.jsr.io jsr.io pypi.org test.pypi.org upload.pypi.org files.pythonhosted.org " +
    "download.pytorch.org index.crates.io crates.io static.crates.io github.com rubygems.org repo.anaconda.com conda.anaconda.org " +
    "api.nuget.org repo.maven.apache.org repo1.maven.org plugins.gradle.org maven.google.com proxy.golang.org localhost 127.0.0.1 " +
    "nuget.pkg.github.com maven.pkg.github.com rubygems.pkg.github.com json.schemastore.org www.schemastore.org gitlab.com repo.yarnpkg.com"
  ).split(" "),
);

/** Keys whose values are addresses of registries. */
const registryKey =
  /^(?:"?[\w@/:.-]*\b)?(?:registry|registries|npmRegistryServer|index-url|index_url|extra-index-url|extra_index_url|find-links|find_links|index|index-server|repository|replace-with|sources?|channels|channel_alias|mirror|publish-url|BUNDLE_MIRROR[\w.]*)\b/i;

/** Sections whose addresses are registries. */
const registrySection =
  /^(?:\[+ *(?:"?tool\.(?:uv\.index|poetry\.source|pdm\.source)|source\b|registries\b|index\b)|:sources:|channels:|<packageSources>|<mirrors?>)/;

/** The beginning of another section, or of another key with a list. */
const otherSection = /^(?:\[|[\w:-]+:\s*$|<\/)/;

/** Keys in `pyproject.toml` whose values are addresses for people. */
const addressForPeople = /^"?(?:Repository|Source|Source Code|repository)"?\s*=/;

/**
 * Whether the settings of a package manager name a registry at an unknown host. Addresses elsewhere, such as the home page of a project,
 * do not count.
 *
 * @param lines - the lines of the file without the spaces around them
 */
export function unknownRegistry(lines: readonly string[]): string | undefined {
  let isInside = false;
  const isPython = lines.some((line) => /^\[project[\].]/.test(line));
  for (const line of lines) {
    if (registrySection.test(line)) isInside = true;
    else if (otherSection.test(line)) isInside = false;
    if (line.startsWith("#") || (isPython && addressForPeople.test(line))) continue;
    if (/^"?trusted-host\b/.test(line) && !/localhost|pypi|pythonhosted/.test(line)) return line;
    if ((isInside || registryKey.test(line)) && addressesIn(line).some((host) => !known.has(host))) return line;
  }
  return undefined;
}

/** Lines of lock files with the address from which a package is loaded. */
const source =
  /^(?:"?resolved"? *:? *"|tarball:|resolution: *\{.*tarball:|(?:url|source|registry|git) *= *["{]|(?:sdist|wheels)? *=? *\[?\{ *url *=|remote:)/;

/** Whether a lock file has a package from an unknown host. */
export function unknownSource(lines: readonly string[]): string | undefined {
  return lines.find((line) => source.test(line) && addressesIn(line).some((host) => !known.has(host)));
}

/** Whether a list of packages, such as `requirements.txt`, names an unknown host. */
export function lineWithUnknownHost(lines: readonly string[]): string | undefined {
  return lines.find((line) => !line.startsWith("#") && addressesIn(line).some((host) => !known.has(host)));
}

/** The hosts of the addresses in a line. */
function addressesIn(line: string): readonly string[] {
  return [...line.matchAll(/\b(?:https?|git|ssh|ftp):\/\/(?:[^/@\s"']{0,200}@)?([\w.-]+)/gi)].map(([, host = ""]) =>
    host.toLowerCase(),
  );
}
