/** The language server in the worker. */
import { startWorkerServer } from "@helve/language-server/browser";

startWorkerServer();
// Messages that arrive before the server listens are lost, so the page waits for this one.
postMessage("ready");
