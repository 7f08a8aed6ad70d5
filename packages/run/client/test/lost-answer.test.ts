import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "@helve/client";
import { expect, it } from "vitest";

it("says that a call may have run if its answer breaks off", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"jsonrpc":"2.0","result":{', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const call = createClient(`http://127.0.0.1:${port}/opentool`).call("pay", {});
    await expect(call).rejects.toThrow("the answer was lost");
  } finally {
    server.close();
  }
});
