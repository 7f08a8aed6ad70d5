/** A worker, `worker.ts NAME POSTGRES`: takes runs from the queue until it is killed. */
import { bank } from "./agent.ts";
import { launch } from "./launch.ts";

const [name = "", url = ""] = process.argv.slice(2);
bank(url);
await launch(url, { name, takesRuns: true });
process.send?.("ready");
