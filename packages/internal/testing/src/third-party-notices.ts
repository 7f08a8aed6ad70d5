/** Writes the license texts of the packages in a bundle. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The names, versions and license texts of the packages in a bundle.
 *
 * @param modules - the paths of the bundled files
 * @throws Error with each package whose license is missing or not allowed
 */
export async function thirdPartyNotices(modules: readonly string[]): Promise<string> {
  const folders = new Set(
    modules.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.slice(1, 2) ?? []),
  );
  const problems: string[] = [];
  /** The packages and their copyright by the terms of their license: many have the same ones. */
  const licenses = new Map<string, { readonly terms: string; readonly packages: string[] }>();
  for (const folder of folders) {
    const manifest: Manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const { name, version, license: spdx = "none" } = manifest;
    const text = await licenseText(folder);
    if (!allowed.has(spdx)) problems.push(`${name}: the license ${spdx} is not one of ${[...allowed].join(", ")}`);
    if (text === undefined) problems.push(`${name}: there is no license file`);
    const lines = (text ?? "").replaceAll("\r", "").trim().split("\n");
    const copyright = lines.filter(isCopyright).map((line) => `\n  ${line.trim()}`);
    const terms = lines.filter((line) => !isCopyright(line)).join("\n");
    const key = terms
      .replace(/^\W*(?:The )?(?:MIT|ISC)(?: License)?(?: \(MIT\))?\W*$/m, "")
      .replace(/[^A-Za-z0-9]+/g, " ")
      .trim();
    const license = licenses.get(key) ?? { terms, packages: [] };
    license.packages.push(`${name} ${version} (${spdx})${copyright.join("")}`);
    licenses.set(key, license);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const notices = Array.from(
    licenses.values(),
    ({ terms, packages }) => `${packages.sort().join("\n")}\n\n${terms.trim()}\n`,
  );
  return `Helve contains these packages.\n\n${notices.sort().join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** Licenses under which a package may be part of a bundle that is distributed under the MIT license. */
const allowed: ReadonlySet<string> = new Set([
  ...["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0"],
]);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/** Whether a line of a license names who holds the copyright. */
function isCopyright(line: string): boolean {
  return /^\s*Copyright (?:\(c\)|©|\d|[A-Z][a-z])/.test(line.replace("(C)", "(c)"));
}

/** Reads the license file of an installed package; undefined if it has none. */
async function licenseText(folder: string): Promise<string | undefined> {
  const names = await readdir(folder);
  const name = names.find((one) => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(one));
  return name === undefined ? undefined : readFile(join(folder, name), "utf8");
}
