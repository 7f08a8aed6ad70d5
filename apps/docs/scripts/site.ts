// Builds the site into dist and checks its links, or serves it while its pages are written: node scripts/site.ts build | dev
import { cpSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brokenLinks } from "../src/broken-links.ts";
import { writeReference } from "../src/reference/write-reference.ts";
import { siteBase } from "../src/site-base.ts";

process.env["ASTRO_TELEMETRY_DISABLED"] = "1"; // before Astro is loaded, which reads it at once
const { build, dev } = await import("astro");

const root = fileURLToPath(new URL("..", import.meta.url));
const pages = `${root}src/content/docs`;
if (!existsSync(`${pages}/reference/api`)) await import("./api.ts");
await writeReference(pages);

if (process.argv[2] === "dev") await dev({ root });
else {
  await build({ root, logLevel: "warn" });
  cpSync(`${root}../playground/dist`, `${root}dist/playground`, { recursive: true });
  const broken = brokenLinks(`${root}dist`, siteBase);
  for (const link of broken) process.stderr.write(`${link}\n`);
  if (broken.length > 0) process.exitCode = 1;
}
