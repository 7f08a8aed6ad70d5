import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const fetch: readonly EffectEntry[] = [
  {
    kind: "network",
    direction: "in",
    protocol: "http",
    url: "url",
    from: "params data json",
    metadata: "headers cookies",
  },
];
const send: readonly EffectEntry[] = [
  {
    kind: "network",
    direction: "out",
    protocol: "http",
    url: "url",
    from: "data json files content params",
    metadata: "headers cookies auth",
    fetches: true,
  },
];

const get: EffectEntry & { kind: "network" } = { kind: "network", direction: "in", protocol: "http", url: "url" };

/** Functions that use HTTP: request libraries, scrapers, browsers. */
export const httpCalls: readonly CallEntry[] = [
  // HTTP by requests, httpx, aiohttp and the like
  {
    calls:
      "requests.get requests.head requests.options httpx.get httpx.head httpx.options httpx.stream curl_cffi.requests.get grequests.get treq.get",
    parameters: "url params",
    effects: fetch,
    returns: "response",
  },
  {
    calls: "requests.post requests.put requests.patch httpx.post httpx.put httpx.patch curl_cffi.requests.post",
    parameters: "url data json",
    effects: send,
    returns: "response",
  },
  { calls: "requests.delete httpx.delete", parameters: "url", effects: send, returns: "response" },
  {
    calls: "requests.request httpx.request",
    parameters: "method url params data headers cookies files auth json",
    effects: send,
    returns: "response",
  },
  {
    calls:
      "requests.Session requests.session httpx.Client httpx.AsyncClient aiohttp.ClientSession requests_html.HTMLSession requests_html.AsyncHTMLSession cloudscraper.create_scraper cloudscraper.CloudScraper requests_futures.sessions.FuturesSession curl_cffi.requests.Session",
    parameters: "base_url",
    returns: "session",
  },
  {
    calls: "session.get session.head session.options session.stream",
    parameters: "url params",
    effects: fetch,
    returns: "response",
  },
  {
    calls: "session.post session.put session.patch session.delete session.ws_connect",
    parameters: "url data json",
    effects: send,
    returns: "response",
  },
  {
    calls: "session.request",
    parameters: "method url params data headers cookies files auth json",
    effects: send,
    returns: "response",
  },
  { calls: "urllib3.PoolManager urllib3.ProxyManager", returns: "urllib3.PoolManager" },
  {
    calls: "urllib3.PoolManager.request urllib3.PoolManager.urlopen urllib3.request",
    parameters: "method url data fields body json headers",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "url",
        from: "data fields body json",
        metadata: "headers",
        fetches: true,
      },
    ],
    returns: "response",
  },
  {
    calls: "urllib.request.urlopen",
    parameters: "url data",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "url",
        from: "data url.data",
        metadata: "url.headers",
        fetches: true,
      },
    ],
    returns: "response",
  },
  { calls: "urllib.request.Request", parameters: "url data headers", returns: "urllib.request.Request" },
  { calls: "urllib.request.Request.add_data", parameters: "data", keepsAsFields: "data" },
  {
    calls: "urllib.request.urlretrieve urllib.urlretrieve",
    parameters: "url path|filename",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  { calls: "urllib.request.build_opener", returns: "urllib.request.OpenerDirector" },
  {
    calls: "urllib.request.OpenerDirector.open",
    parameters: "url data",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "url",
        from: "data url.data",
        metadata: "url.headers",
        fetches: true,
      },
    ],
    returns: "response",
  },
  {
    calls: "wget.download",
    parameters: "url path|out",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "gdown.download",
    parameters: "url path|output",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "huggingface_hub.hf_hub_download huggingface_hub.snapshot_download",
    parameters: "repo",
    effects: [{ kind: "network", direction: "in", protocol: "http" }],
  },
  {
    calls: "http.client.HTTPConnection http.client.HTTPSConnection",
    parameters: "host port",
    returns: "http.client.HTTPConnection",
  },
  {
    calls: "http.client.HTTPConnection.request http.client.HTTPConnection.putrequest",
    parameters: "method path|url body headers",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        host: "self.host",
        port: "self.port",
        from: "body",
        metadata: "headers",
        fetches: true,
      },
    ],
  },
  {
    calls: "http.client.HTTPConnection.send",
    parameters: "data",
    effects: [
      { kind: "network", direction: "out", protocol: "http", host: "self.host", port: "self.port", from: "data" },
    ],
  },
  {
    calls: "http.client.HTTPConnection.getresponse",
    effects: [{ kind: "network", direction: "in", protocol: "http", host: "self.host", port: "self.port" }],
    returns: "response",
  },
  {
    calls: "aiohttp.request",
    parameters: "method url data json",
    effects: send,
    returns: "response",
  },
  {
    calls: "tornado.httpclient.HTTPClient tornado.httpclient.AsyncHTTPClient",
    returns: "tornado.httpclient.HTTPClient",
  },
  {
    calls: "tornado.httpclient.HTTPClient.fetch",
    parameters: "url",
    effects: [{ ...get, from: "body", metadata: "headers" }],
    returns: "response",
  },
  {
    calls: "feedparser.parse trafilatura.fetch_url",
    parameters: "path|url",
    effects: [{ kind: "read", target: "path" }],
  },
  { calls: "newspaper.Article", parameters: "url", effects: [get], returns: "newspaper.Article" },
  { calls: "scrapy.Request scrapy.http.Request", parameters: "url", effects: [get], returns: "response" },

  // Browser automation
  {
    calls:
      "selenium.webdriver.Chrome selenium.webdriver.Firefox selenium.webdriver.Edge selenium.webdriver.Safari selenium.webdriver.Remote undetected_chromedriver.Chrome mechanize.Browser mechanicalsoup.StatefulBrowser mechanicalsoup.Browser pyppeteer.launch splinter.Browser",
    returns: "browser",
  },
  {
    calls: "playwright.sync_api.sync_playwright playwright.async_api.async_playwright playwright.start",
    returns: "playwright",
  },
  {
    calls:
      "playwright.chromium.launch playwright.firefox.launch playwright.webkit.launch browser.new_page browser.newPage browser.new_context",
    returns: "browser",
  },
  {
    calls: "browser.get browser.goto browser.open browser.visit",
    parameters: "url",
    effects: [get],
    returns: "response",
  },
  {
    calls:
      "http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.ThreadingTCPServer wsgiref.simple_server.make_server",
    parameters: "server_address",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "server_address" }],
    returns: "socketserver.BaseServer",
  },
  {
    calls: "socketserver.UDPServer socketserver.ThreadingUDPServer",
    parameters: "server_address",
    effects: [{ kind: "network", direction: "listen", protocol: "udp", host: "server_address" }],
    returns: "socketserver.BaseServer",
  },
  {
    calls: "webbrowser.open webbrowser.open_new webbrowser.open_new_tab",
    parameters: "url",
    effects: [{ kind: "read", target: "url" }],
  },
  {
    calls: "websocket.create_connection websockets.connect websockets.sync.client.connect",
    parameters: "url|uri",
    effects: [{ kind: "network", direction: "in", protocol: "ws", url: "url" }],
    returns: "websocket",
  },
  {
    calls: "websocket.send",
    parameters: "data",
    effects: [{ kind: "network", direction: "out", protocol: "ws", url: "self.url", from: "data" }],
  },
  { calls: "websocket.recv", effects: [{ kind: "network", direction: "in", protocol: "ws", url: "self.url" }] },
];
