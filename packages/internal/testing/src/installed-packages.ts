/** The packages that code imports, without Node's. */
export function importedPackages(code: string): readonly string[] {
  const specifiers = Array.from(code.matchAll(/(?: from |\bimport\(|import )"([^"]+)"/g), ([, name = ""]) => name);
  const packages = specifiers.filter((name) => !/^(?:node:|\.)/.test(name));
  return [...new Set(packages.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))];
}

/** The packages of all `npm install` commands in a text. */
export function installedPackages(text: string): readonly string[] {
  return Array.from(text.matchAll(/\bnpm install ((?:[^\n`]*\\\n)*[^\n`]*)/g), ([, line = ""]) =>
    line.split(/[\s\\]+/).filter((word) => word !== "" && !word.startsWith("-")),
  ).flat();
}
