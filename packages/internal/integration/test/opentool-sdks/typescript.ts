// The TypeScript SDK 1.1.0, on express and axios.

import { answer, document, functions, listen, parsed, type Sdk, send, ToolBreak } from "./sdk.ts";

const json = "application/json; charset=utf-8";

export const typescript: Sdk = {
  serve: ({ key }) =>
    listen(({ url, headers }, body, response) => {
      if (key !== undefined) {
        const { authorization } = headers;
        if (authorization === undefined) return answer(response, 401, json, '{"error":"Authorization header missing"}');
        // It accepts a token without "Bearer ".
        if (authorization.replace("Bearer ", "") !== key)
          return answer(response, 401, json, '{"error":"Invalid API key"}');
      }
      if (url === "/opentool/version") return answer(response, 200, json, '{"version":"1.2.3"}');
      if (url === "/opentool/load") return answer(response, 200, json, JSON.stringify({ ...document, schemas: {} }));
      if (url !== "/opentool/call")
        return answer(response, 404, "text/html; charset=utf-8", `<!DOCTYPE html>\n<pre>Cannot POST ${url}</pre>\n`);
      const isJson = headers["content-type"]?.startsWith("application/json") === true;
      const value = isJson ? parsed(body) : {};
      if (value === undefined)
        return answer(
          response,
          400,
          "text/html; charset=utf-8",
          "<!DOCTYPE html>\n<pre>SyntaxError: Unexpected token</pre>\n",
        );
      const { method, params, id } = value as { method?: string; params?: Record<string, number>; id?: string };
      if (!method || !id) {
        return answer(
          response,
          400,
          json,
          '{"jsonrpc":"2.0.0","result":{},"id":"","error":{"code":400,"message":"Invalid request body"}}',
        );
      }
      answer(response, 200, json, JSON.stringify(outcome(method, params ?? {}, id)));
    }),

  connect: (url, { key }) => {
    // axios rejects every status from 300.
    const data = async (path: string, body?: object): Promise<Record<string, unknown>> => {
      const response = await send(url, path, key, body);
      if (!response.ok) throw new Error(`Request failed with status code ${response.status}`);
      return (await response.json()) as Record<string, unknown>;
    };
    return {
      version: async () => (await data("/version"))["version"],
      load: async () => data("/load"),
      call: async (method, params) => {
        const { result, error } = await data("/call", { jsonrpc: "2.0.0", method, params, id: "callId-0" });
        if (error) throw new Error((error as { message: string }).message);
        return result;
      },
    };
  },
};

function outcome(method: string, params: Readonly<Record<string, number>>, id: string): object {
  const run = functions[method];
  if (run === undefined)
    return { jsonrpc: "2.0.0", result: { code: 405, message: `Function Not Supported: ${method}` }, id };
  try {
    return { jsonrpc: "2.0.0", result: run(params), id };
  } catch (error) {
    const { message } = error as Error;
    const text = error instanceof ToolBreak ? JSON.stringify({ code: 500, message }) : String(error);
    return { jsonrpc: "2.0.0", result: {}, id, error: { code: 500, message: text } };
  }
}
