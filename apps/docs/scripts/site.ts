// Builds the site into dist and checks its links, or serves it while its pages are written: node scripts/site.ts build | dev
import { fileURLToPath } from "node:url";
import { brokenLinks } from "../src/broken-links.ts";

process.env["ASTRO_TELEMETRY_DISABLED"] = "1"; // before Astro is loaded, which reads it at once
const { build, dev } = await import("astro");

const root = fileURLToPath(new URL("..", import.meta.url));
if (process.argv[2] === "dev") await dev({ root });
else {
  await build({ root, logLevel: "warn" });
  const broken = brokenLinks(`${root}dist`, process.env["SITE_BASE"] ?? "/");
  for (const link of broken) process.stderr.write(`${link}\n`);
  if (broken.length > 0) process.exitCode = 1;
}
