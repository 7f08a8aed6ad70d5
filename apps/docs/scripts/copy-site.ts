// Copies the built site with the playground to the folder `site` of the repository. Run by `pnpm site`.
import { cpSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../site", import.meta.url));
rmSync(folder, { recursive: true, force: true });
cpSync(fileURLToPath(new URL("../dist", import.meta.url)), folder, { recursive: true });
process.stdout.write("The site is in site/.\n");
