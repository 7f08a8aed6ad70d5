// Calls a server from a script of Bun or Deno.

import { callEverything } from "./calling.ts";

const [, , url = "", key = "", nowhere = ""] = process.argv;
process.stdout.write(JSON.stringify(await callEverything({ url, key, nowhere })));
