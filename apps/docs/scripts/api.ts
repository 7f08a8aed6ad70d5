// Writes the reference of the API into the folder of pages; it takes the longest, so it is a task of its own.
import { fileURLToPath } from "node:url";
import { writeApi } from "../src/reference/api.ts";

await writeApi(fileURLToPath(new URL("../src/content/docs/reference/api", import.meta.url)));
