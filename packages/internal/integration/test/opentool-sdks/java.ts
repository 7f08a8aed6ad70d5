// The Java SDK 1.0, on Spring Boot: a field for everything, and `null` for what is absent.

import { answer, document, functions, listen, parsed, type Sdk, send } from "./sdk.ts";

const json = "application/json";

export const java: Sdk = {
  serve: ({ key }) =>
    listen(({ url, headers }, body, response) => {
      if (key !== undefined && headers.authorization !== `Bearer ${key}`) return answer(response, 401, undefined, "");
      if (url === "/opentool/version") return answer(response, 200, json, '{"version":"1.2.3"}');
      if (url === "/opentool/load") return answer(response, 200, json, JSON.stringify(documentWithNulls()));
      if (url !== "/opentool/call")
        return answer(
          response,
          404,
          json,
          '{"timestamp":"2025-08-29T00:00:00.000+00:00","status":404,"error":"Not Found","path":"/opentool"}',
        );
      if (headers["content-type"]?.startsWith(json) !== true)
        return answer(response, 415, json, '{"status":415,"error":"Unsupported Media Type"}');
      const value = parsed(body);
      if (typeof value !== "object" || value === null || Array.isArray(value))
        return answer(response, 400, json, '{"status":400,"error":"Bad Request"}');
      const { method, params, id } = value as { method: string; params?: Record<string, number>; id: string };
      answer(response, 200, json, JSON.stringify(outcome(method, params ?? {}, id)));
    }),

  connect: (url, { key }) => ({
    version: async () => ((await (await send(url, "/version", key)).json()) as { version: string }).version,
    load: async () => parsed(await (await send(url, "/load", key)).text()) ?? null,
    call: async (method, params) => {
      const response = await send(url, "/call", key, { jsonrpc: "2.0", method, params, id: "callId-0" });
      const value = (await response.json()) as Record<string, unknown>;
      // Jackson refuses fields that the class doesn't have.
      const unknown = Object.keys(value).filter((name) => !["jsonrpc", "result", "error", "id"].includes(name));
      if (unknown.length > 0) throw new Error(`Unrecognized field "${unknown[0]}"`);
      const error = value["error"] as { readonly code: number; readonly message: string } | null | undefined;
      if (error !== null && error !== undefined) throw new Error(error.message);
      return value["result"];
    },
  }),
};

function outcome(method: string, params: Readonly<Record<string, number>>, id: string): object {
  try {
    return { jsonrpc: "2.0", result: functions[method]?.(params) ?? {}, error: null, id };
  } catch (error) {
    return {
      jsonrpc: "2.0",
      result: null,
      error: { code: 500, message: `Internal error: ${(error as Error).message}` },
      id,
    };
  }
}

/** The document as Jackson writes it: every field of every class. */
function documentWithNulls(): object {
  const schema = (type: string) => ({
    type,
    description: null,
    properties: null,
    items: null,
    enum: null,
    required: null,
    $ref: null,
  });
  return {
    opentool: "1.0.0",
    info: { title: document.info.title, description: null, version: document.info.version },
    server: null,
    functions: document.functions.map((fn) => ({
      name: fn.name,
      description: fn.description,
      parameters: fn.parameters.map((parameter) => ({ ...parameter, schema: schema(parameter.schema.type) })),
      return: "return" in fn ? { ...fn.return, schema: schema(fn.return.schema.type) } : null,
    })),
    schemas: null,
  };
}
