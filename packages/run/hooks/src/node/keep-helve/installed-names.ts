/** Finds packages that install a program named like a client or Helve, which would run instead. */
import type { FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import { guardedNames } from "./clients.ts";

/** Whether a written manifest installs a program with the name of a client or of Helve. */
export function installedName(written: ReadonlyMap<string, FileData>): Answer | undefined {
  for (const [path, data] of written) {
    const sections = manifests.find(([file]) => file.test(path))?.[1];
    if (sections === undefined) continue;
    const parts = textsOfFile(data).flatMap((text) => [...text.matchAll(sections)].map(([part]) => part));
    const name = parts.flatMap((part) => entry.exec(part)?.[1] ?? [])[0];
    if (name !== undefined) return unsure(`it writes ${path}, which installs a program under the name ${name}`);
  }
  return undefined;
}

/** Manifests, and their parts that name programs. */
const manifests: readonly (readonly [file: RegExp, sections: RegExp])[] = [
  [/(?:^|\/)package\.json$/, /"bin"\s*:\s*(?:\{[^{}]*\}|"[^"]*")|"name"\s*:\s*"[^"]*"(?=[\s\S]*"bin"\s*:\s*")/g],
  [/(?:^|\/)pyproject\.toml$/, /^\[(?:project|tool\.[\w.-]+)\.(?:scripts|gui-scripts)\][^[]*/gm],
  [/(?:^|\/)setup\.(?:py|cfg)$/, /console_scripts[^\]]*|scripts\s*=[^\]]*/g],
  [/(?:^|\/)Cargo\.toml$/, /^\[(?:\[bin\]|package)\][^[]*/gm],
  [/\.gemspec$/, /executables[^\n]*/g],
];

const entry = new RegExp(`(?:^|["'\\s/=])(${guardedNames.join("|")})(?=["']?\\s*[:=]|["']\\s*(?:$|[\\n,}\\]]))`, "m");
