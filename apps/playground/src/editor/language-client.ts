/** The language server for the editors of rules and tests. It is loaded when one of them gets the focus. */
import { autocompletion } from "@codemirror/autocomplete";
import {
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  LSPClient,
  renameKeymap,
  serverCompletion,
  serverDiagnostics,
  signatureHelp,
  type Transport,
} from "@codemirror/lsp-client";
import { keymap } from "@codemirror/view";
import { startWorker } from "../start-worker.ts";
import type { Editor } from "./editor.ts";

/** Connects the editors to a language server in a worker. */
export async function connectLanguageServer({
  rules,
  tests,
}: {
  readonly rules: Editor;
  readonly tests: Editor;
}): Promise<void> {
  const worker = startWorker("language-server");
  await whenReady(worker);
  const client = new LSPClient({
    rootUri: "file:///playground",
    // A slow machine compiles the code of the server for a while.
    timeout: 15_000,
    initializationOptions: { helve: { codeLens: false, inlayHints: false } },
    sanitizeHTML: plainMarkup,
    extensions: [
      serverCompletion(),
      hoverTooltips(),
      signatureHelp(),
      serverDiagnostics(),
      autocompletion(),
      keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
    ],
  }).connect(workerTransport(worker));
  rules.extend(client.plugin("file:///playground/rules.agentspec", "agentspec"));
  tests.extend(client.plugin("file:///playground/rules.test.agentspec", "agentspec"));
}

/** Waits until the server in a worker listens; ends the worker and rejects if its code can't be loaded. */
function whenReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => {
      worker.terminate();
      reject(new Error("the language server can't be loaded"));
    };
    worker.addEventListener("message", ({ data }) => (data === "ready" ? resolve() : fail()), { once: true });
    worker.addEventListener("error", fail, { once: true });
  });
}

function workerTransport(worker: Worker): Transport {
  const handlers = new Map<(value: string) => void, (event: MessageEvent<object>) => void>();
  return {
    send: (message) => worker.postMessage(JSON.parse(message)),
    subscribe(handler) {
      const listener = ({ data }: MessageEvent<object>) => handler(JSON.stringify(data));
      handlers.set(handler, listener);
      worker.addEventListener("message", listener);
    },
    unsubscribe(handler) {
      const listener = handlers.get(handler);
      if (listener !== undefined) worker.removeEventListener("message", listener);
      handlers.delete(handler);
    },
  };
}

const allowed = new Set("P BR CODE PRE EM STRONG UL OL LI HR SPAN H1 H2 H3 H4 BLOCKQUOTE".split(" "));

/** Sanitizes the documentation of a server: text and plain elements only. */
function plainMarkup(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...parsed.body.querySelectorAll("*")]) {
    if (!allowed.has(element.tagName)) element.replaceWith(parsed.createTextNode(element.textContent ?? ""));
    else for (const { name } of [...element.attributes]) if (name !== "class") element.removeAttribute(name);
  }
  return parsed.body.innerHTML;
}
