import type { CallEntry } from "../../engine/call-entry.ts";
import { call, fetches, listens, maybeStatements, returns, sends } from "../../engine/rows.ts";

const body = "options.body options.data options.json options.form options.formData";

const request = sends({
  protocol: "http",
  url: "url",
  from: `${body}`,
  method: "options.method",
  metadata: "options.headers",
  fetches: true,
});
const send = sends({ protocol: "http", url: "url", from: "data", metadata: "options.headers" });

/** Functions that send requests, open connections and accept them. What they return has the network as its origin. */
export const networkCalls: readonly CallEntry[] = [
  call(
    "fetch Request axios axios.get axios.request got got.get node-fetch undici.fetch undici.request ky ky.get superagent.get request request.get needle needle.get http.get http.request https.get https.request EventSource XMLHttpRequest",
    "url options",
    request,
  ),
  call(
    "axios.post axios.put axios.patch axios.delete got.post got.put ky.post ky.put superagent.post request.post needle.post navigator.sendBeacon",
    "url data options",
    send,
  ),
  call(
    "WebSocket ws ws.WebSocket net.connect net.createConnection tls.connect dgram.createSocket http2.connect Deno.connect Deno.connectTls Bun.connect nodemailer.createTransport socket.connect",
    "options host",
    sends({ host: "options" }),
  ),
  call("net.Socket ssh2.Client", "", returns("socket")),
  call("*.query", "sql", maybeStatements("sql.sql sql.text sql")),
  call("dns.resolveTxt dns.lookup dns.resolve", "host", fetches({ host: "host", from: "host" })),
  call("net.createServer tls.createServer Deno.listen Bun.listen", "", listens()),
];
