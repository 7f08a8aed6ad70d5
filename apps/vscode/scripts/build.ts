// Builds the extension: dist/extension has its files, and dist/helve.vsix is the package that VS Code installs.
// Usage: build.ts [FOLDER]; by default dist.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVSIX } from "@vscode/vsce";
import { stageExtension } from "./stage-extension.ts";

const out = process.argv[2] ?? fileURLToPath(new URL("../dist", import.meta.url));
const folder = join(out, "extension");
await stageExtension(folder);
await createVSIX({ cwd: folder, packagePath: join(out, "helve.vsix"), dependencies: false });
