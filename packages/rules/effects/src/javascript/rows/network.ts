import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const body = "options.body options.data options.json options.form options.formData";

const request: readonly EffectEntry[] = [
  {
    kind: "network",
    direction: "out",
    protocol: "http",
    url: "url",
    from: `${body}`,
    method: "options.method",
    metadata: "options.headers",
    fetches: true,
  },
];
const send: readonly EffectEntry[] = [
  { kind: "network", direction: "out", protocol: "http", url: "url", from: "data", metadata: "options.headers" },
];
const connect: readonly EffectEntry[] = [{ kind: "network", direction: "out", host: "options" }];

/** Functions that send requests, open connections and accept them. What they return has the network as its origin. */
export const networkCalls: readonly CallEntry[] = [
  {
    calls:
      "fetch Request axios axios.get axios.request got got.get node-fetch undici.fetch undici.request ky ky.get superagent.get request request.get needle needle.get http.get http.request https.get https.request EventSource XMLHttpRequest",
    parameters: "url options",
    effects: request,
  },
  {
    calls:
      "axios.post axios.put axios.patch axios.delete got.post got.put ky.post ky.put superagent.post request.post needle.post navigator.sendBeacon",
    parameters: "url data options",
    effects: send,
  },
  {
    calls:
      "WebSocket ws ws.WebSocket net.connect net.createConnection tls.connect dgram.createSocket http2.connect Deno.connect Deno.connectTls Bun.connect nodemailer.createTransport",
    parameters: "options host",
    effects: connect,
  },
  { calls: "net.Socket ssh2.Client", returns: "socket" },
  {
    calls: "*.query",
    parameters: "sql",
    effects: [{ kind: "statements", argument: "sql.sql sql.text sql", onlySql: true }],
  },
  { calls: "socket.connect", parameters: "options host", effects: connect },
  {
    calls: "dns.resolveTxt dns.lookup dns.resolve",
    parameters: "host",
    effects: [{ kind: "network", direction: "in", host: "host", from: "host" }],
  },
  {
    calls: "net.createServer tls.createServer Deno.listen Bun.listen",
    effects: [{ kind: "network", direction: "listen" }],
  },
];
