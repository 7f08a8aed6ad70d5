/** Runs the language server for the playground's editors. */
import { startWorkerServer } from "@helve/language-server/browser";

startWorkerServer();
// Messages that arrive before the server listens are lost, so the page waits for this one.
postMessage("ready");
