/** Finds settings in a manifest that a program loads, such as `jest` in package.json. */
import { textsOfFile } from "@helve/effects";
import type { Calls } from "./reading.ts";
import type { ReadParts } from "./task-files.ts";

/** Reduces manifests to the settings of tools and builds. */
export function withToolSettings(key: string, files: Calls["files"], reads: ReadParts): Calls["files"] {
  const data = files.get(key);
  const isPackage = /(?:^|\/)package\.json$/.test(key) && reads === "names";
  const isProject = /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/.test(key);
  if (data === undefined || !(isPackage || isProject)) return files;
  const texts = textsOfFile(data).map((text) => {
    if (isProject) return reads === "build settings" ? buildSettings(text) : text.replaceAll(ofProjects, "");
    try {
      const fields = Object.entries(Object(JSON.parse(text)));
      return JSON.stringify(fields.filter(([name]) => !ofPackages.test(name)));
    } catch {
      return text;
    }
  });
  return new Map(files).set(key, { ...data, text: texts.join("\n") });
}

/** The lines of a manifest of Python that name modules and files which a build runs. */
function buildSettings(text: string): string {
  const lines = text
    .split("\n")
    .filter((line) => ofBuilds.test(line))
    .join("\n");
  // `attr: pkg.version` names the modules `pkg` and `version`.
  return `${lines}\n${lines.replaceAll(".", " ")}`;
}

const ofBuilds =
  /build-backend|backend-path|\battr\s*[:=]|\b(?:path|script|hooks?|plugins?|cmdclass|build|generate\w*|source)["']?\s*=/;

/** The sections of a manifest of Python that say what a package is, and which programs it installs. */
const ofProjects =
  /^\[(?:project|build-system|project\.(?:gui-)?scripts|project\.urls|tool\.poetry(?:\.scripts)?|options)\][^[]*/gm;

/** The fields of a manifest that the package manager and runtimes read. */
const ofPackages =
  /^(?:name|version|description|keywords|main|module|browser|types|typings|bin|man|files|exports|imports|scripts|workspaces|\w*[dD]ependencies\w*|type|sideEffects)$/;
