// The C# SDK 0.2.3 for .NET.

import { answer, functions, listen, parsed, type Sdk, send } from "./sdk.ts";

const json = "application/json; charset=utf-8";

export const csharp: Sdk = {
  serve: ({ key }) =>
    listen(({ url, headers }, body, response) => {
      if (key !== undefined && headers.authorization !== `Bearer ${key}`)
        return answer(response, 401, "text/plain", "Invalid API key");
      // Its field has another name.
      if (url === "/opentool/version") return answer(response, 200, json, '{"versionNumber":"1.2.3"}');
      if (url === "/opentool/load")
        return answer(response, 200, json, '{"code":404,"message":"Json Parser NOT implement"}');
      if (url !== "/opentool/call") return answer(response, 404, undefined, "");
      try {
        const { method, params, id } = parsed(body) as { method: string; params?: Record<string, number>; id: string };
        const run = functions[method];
        if (run === undefined) throw new Error(`Function Not Supported: ${method}`);
        answer(response, 200, json, JSON.stringify({ jsonrpc: "2.0", result: run(params ?? {}), error: null, id }));
      } catch (error) {
        const message = `System.Exception: ${(error as Error).message}\n   at OpenToolSDK.OpenToolServer.Call()`;
        answer(
          response,
          500,
          json,
          JSON.stringify({ jsonrpc: "2.0", result: {}, error: { code: 500, message }, id: "" }),
        );
      }
    }),

  connect: (url, { key }) => ({
    version: async () => {
      const value = (await (await send(url, "/version", key)).json()) as Record<string, unknown>;
      return value["versionNumber"] ?? value["version"];
    },
    load: async () => (await send(url, "/load", key)).json(),
    call: async (method, params) => {
      const response = await send(url, "/call", key, { jsonrpc: "2.0", method, params, id: "callId-0" });
      const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } | null };
      if (error !== null && error !== undefined) throw new Error(error.message);
      return result;
    },
  }),
};
