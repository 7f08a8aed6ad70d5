/** The OpenTool document that a server serves, with its functions by name. */
import type { OpenTool, OpenToolFunction } from "@helve/opentool";
import { inlineSchemas } from "./inline-schemas.ts";
import type { ServerHost, Settings } from "./server-options.ts";

/** The document of a server, and its functions by name. */
export interface ServedDocument {
  readonly document: OpenTool;
  readonly functions: ReadonlyMap<string, OpenToolFunction>;
}

/** Returns a function that returns the document of the moment. It is created again only when the executor's tools have changed. */
export function createServedDocument(host: ServerHost, { document, info }: Settings): () => ServedDocument {
  if (document !== undefined) {
    const fixed = served(document);
    return () => fixed;
  }
  let names: readonly string[] | undefined;
  let current: ServedDocument | undefined;
  return () => {
    // The executor returns the same list until its tools change.
    if (current !== undefined && names === host.names) return current;
    names = host.names;
    const generated = host.actionsInfo({ format: "opentool" });
    current = served({ ...generated, info: { ...generated.info, ...info } });
    return current;
  };
}

/** Adds the version to the served document. */
function served(document: OpenTool): ServedDocument {
  const streams = document.functions.some(({ stream }) => stream !== undefined);
  return {
    // Streams are part of OpenTool since 2.0.0.
    document: inlineSchemas(streams ? { ...document, opentool: "2.0.0" } : document),
    functions: new Map(document.functions.map((fn) => [fn.name, fn])),
  };
}
