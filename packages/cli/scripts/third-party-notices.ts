import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Licenses under which a package may be part of a bundle that is distributed under the MIT license. */
const allowed: ReadonlySet<string> = new Set([
  ...["MIT", "ISC", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0"],
]);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

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
  /** The packages by their license text: many have the same one. */
  const packages = new Map<string, string[]>();
  for (const folder of folders) {
    const manifest: Manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const { name, version, license = "none" } = manifest;
    const text = await licenseText(folder);
    if (!allowed.has(license))
      problems.push(`${name}: the license ${license} is not one of ${[...allowed].join(", ")}`);
    if (text === undefined) problems.push(`${name}: there is no license file`);
    const key = (text ?? "").replaceAll("\r", "").trim();
    packages.set(key, [...(packages.get(key) ?? []), `${name} ${version} (${license})`]);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const notices = Array.from(packages, ([text, names]) => `${names.sort().join("\n")}\n\n${text}\n`).sort();
  return `Helve contains these packages.\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`;
}

async function licenseText(folder: string): Promise<string | undefined> {
  const names = await readdir(folder);
  const name = names.find((one) => /^(?:licen[cs]e|copying)(?:\.(?:md|txt))?$/i.test(one));
  return name === undefined ? undefined : readFile(join(folder, name), "utf8");
}
