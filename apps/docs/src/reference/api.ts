/** Writes the API reference of all packages with TypeDoc: one page for each entry that users import, such as `@helve/enforcer/node`. */
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, type ProjectReflection, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { pageText } from "./page.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** An entry that users import: `@helve/enforcer/node`. */
interface PackageEntry {
  readonly name: string;
  /** Its declarations, from the root of the repository. */
  readonly types: string;
  /** Its purpose, without a full stop. */
  readonly description: string;
}

/** One of the `exports` of a package. */
interface PackageExport {
  readonly types?: string;
  readonly "@helve/source"?: string;
}

/** The entries of all published packages, without those for other Helve packages. */
function packageEntries(): readonly PackageEntry[] {
  return globSync("packages/{core,*/*}/package.json", { cwd: root })
    .toSorted()
    .flatMap((manifest) => entriesOf(manifest.replaceAll("\\", "/").replace(/\/package\.json$/, "")));
}

/** Lists the entries that users import of a package; none for a private package. */
function entriesOf(folder: string): readonly PackageEntry[] {
  const manifest = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  if (manifest.private === true) return [];
  return Object.entries<PackageExport>(manifest.exports).flatMap(([path, { types, "@helve/source": source }]) => {
    if (types === undefined || source === undefined || path.startsWith("./internal")) return [];
    const name = manifest.name + path.slice(1);
    const description = path === "." ? manifest.description : subpathDescription(name, join(root, folder, source));
    return [{ name, types: `${folder}/${types.slice(2)}`, description }];
  });
}

/** Reads the purpose of a subpath from the first line of its source. */
function subpathDescription(name: string, source: string): string {
  const [line = ""] = readFileSync(source, "utf8").split("\n");
  const beginning = `/** The subpath \`${name}\`: `;
  if (!line.startsWith(beginning)) throw new Error(`${source} must begin with "${beginning}" and what it is for`);
  const text = line.slice(beginning.length).replace(/\.? \*\/$/, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes the reference of the API from the doc comments: one page for each entry of a package. */
export async function writeApi(folder: string): Promise<void> {
  const entries = packageEntries();
  const options: TypeDocOptions & Partial<PluginOptions> = {
    plugin: ["typedoc-plugin-markdown"],
    // Subpaths first: `durable/inbox` would get another name after the type `Inbox` of `durable`.
    entryPoints: entries.toSorted((a, b) => depthOf(b) - depthOf(a)).map(({ types }) => join(root, types)),
    sortEntryPoints: false,
    tsconfig: join(root, "apps/docs/tsconfig.api.json"),
    basePath: root,
    readme: "none",
    name: "API",
    router: "module",
    outputs: [{ name: "markdown", path: folder }],
    skipErrorChecking: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    disableSources: true,
    logLevel: "Error",
    useHTMLAnchors: true,
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hidePageTitle: true,
    useCodeBlocks: true,
    parametersFormat: "table",
    propertiesFormat: "table",
    propertyMembersFormat: "table",
    typeDeclarationFormat: "table",
    enumMembersFormat: "table",
  };
  const application = await Application.bootstrapWithPlugins(options);
  const project = await application.convert();
  if (project === undefined) throw new Error("typedoc could not read the entries of the packages");
  renameModules(project, entries);
  removeInherited(project);
  nameParameters(project);
  rmSync(folder, { recursive: true, force: true });
  await application.generateOutputs(project);
  rmSync(join(folder, "README.md"));
  for (const entry of entries) addFrontMatter(folder, entry);
}

/** Counts the parts of a package's name: `@helve/core/node` has three. */
function depthOf({ name }: PackageEntry): number {
  return name.split("/").length;
}

/** Renames each module to the name of its page: `enforcer/node`. */
function renameModules(project: ProjectReflection, entries: readonly PackageEntry[]): void {
  const names = new Map(entries.map(({ name, types }) => [types.replace(/(?:\/index)?\.d\.ts$/, ""), name]));
  for (const module of project.children ?? []) module.name = pageName(names.get(module.name) ?? module.name);
}

function pageName(entry: string): string {
  return entry.replace("@helve/", "");
}

/** Removes what classes inherit: it is on the page of the class that declares it. */
function removeInherited(project: ProjectReflection): void {
  for (const reflection of Object.values(project.reflections)) {
    if (!reflection.isDeclaration()) continue;
    const inherited = reflection.inheritedFrom ?? reflection.signatures?.find(({ inheritedFrom }) => inheritedFrom);
    if (inherited !== undefined) project.removeReflection(reflection);
  }
}

/** Names parameters that are declared as patterns, `({ signal }: ToolContext)`, by their types: `toolContext`. */
function nameParameters(project: ProjectReflection): void {
  for (const reflection of Object.values(project.reflections)) {
    if (!reflection.isParameter() || reflection.name !== "__namedParameters") continue;
    const { type } = reflection;
    const name = type?.type === "reference" && !/^(?:Pick|Omit|Readonly)$/.test(type.name) ? type.name : "options";
    reflection.name = name.charAt(0).toLowerCase() + name.slice(1);
  }
}

function addFrontMatter(folder: string, { name, description }: PackageEntry): void {
  const path = join(folder, `${pageName(name)}.md`);
  const text = `${description}.\n\n\`\`\`ts\nimport { … } from "${name}";\n\`\`\`\n\n${readFileSync(path, "utf8")}`;
  writeFileSync(
    path,
    pageText({
      path,
      title: name,
      description: `${name}: ${description}.`,
      order: pageName(name).includes("/") ? 1 : 0,
      text,
    }),
  );
}
