// Calls a server from a worker.

import { callEverything } from "./calling.ts";

export default {
  fetch: async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url);
    const [url = "", key = "", nowhere = ""] = ["url", "key", "nowhere"].map((name) => searchParams.get(name) ?? "");
    return Response.json(await callEverything({ url, key, nowhere }));
  },
};
