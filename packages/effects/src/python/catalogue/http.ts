import type { CallEntry, EffectEntry } from "./entry.ts";

const fetch: readonly EffectEntry[] = [
  {
    kind: "network",
    direction: "in",
    protocol: "http",
    url: "url",
    from: "params data json",
    beside: "headers cookies",
  },
];
const send: readonly EffectEntry[] = [
  {
    kind: "network",
    direction: "out",
    protocol: "http",
    url: "url",
    from: "data json files content params",
    beside: "headers cookies auth",
    fetches: true,
  },
];

const get: EffectEntry & { kind: "network" } = { kind: "network", direction: "in", protocol: "http", url: "url" };

/** HTTP and what is like it. */
export const httpCalls: readonly CallEntry[] = [
  // HTTP by requests, httpx, aiohttp and the like
  {
    calls:
      "requests.get requests.head requests.options httpx.get httpx.head httpx.options httpx.stream curl_cffi.requests.get grequests.get treq.get",
    takes: "url params",
    effects: fetch,
    gives: "response",
  },
  {
    calls: "requests.post requests.put requests.patch httpx.post httpx.put httpx.patch curl_cffi.requests.post",
    takes: "url data json",
    effects: send,
    gives: "response",
  },
  { calls: "requests.delete httpx.delete", takes: "url", effects: send, gives: "response" },
  {
    calls: "requests.request httpx.request",
    takes: "method url params data headers cookies files auth json",
    effects: send,
    gives: "response",
  },
  {
    calls:
      "requests.Session requests.session httpx.Client httpx.AsyncClient aiohttp.ClientSession requests_html.HTMLSession requests_html.AsyncHTMLSession cloudscraper.create_scraper cloudscraper.CloudScraper requests_futures.sessions.FuturesSession curl_cffi.requests.Session",
    takes: "base_url",
    gives: "session",
  },
  {
    calls: "session.get session.head session.options session.stream",
    takes: "url params",
    effects: fetch,
    gives: "response",
  },
  {
    calls: "session.post session.put session.patch session.delete session.ws_connect",
    takes: "url data json",
    effects: send,
    gives: "response",
  },
  {
    calls: "session.request",
    takes: "method url params data headers cookies files auth json",
    effects: send,
    gives: "response",
  },
  { calls: "urllib3.PoolManager urllib3.ProxyManager", gives: "urllib3.PoolManager" },
  {
    calls: "urllib3.PoolManager.request urllib3.PoolManager.urlopen urllib3.request",
    takes: "method url data fields body json headers",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "url",
        from: "data fields body json",
        beside: "headers",
        fetches: true,
      },
    ],
    gives: "response",
  },
  {
    calls: "urllib.request.urlopen",
    takes: "url data",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "url",
        from: "data url.data",
        beside: "url.headers",
        fetches: true,
      },
    ],
    gives: "response",
  },
  { calls: "urllib.request.Request", takes: "url data headers", gives: "urllib.request.Request" },
  { calls: "urllib.request.Request.add_data", takes: "data", keeps: "data" },
  {
    calls: "urllib.request.urlretrieve urllib.urlretrieve",
    takes: "url path|filename",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  { calls: "urllib.request.build_opener", gives: "urllib.request.OpenerDirector" },
  {
    calls: "urllib.request.OpenerDirector.open",
    takes: "url data",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "url",
        from: "data url.data",
        beside: "url.headers",
        fetches: true,
      },
    ],
    gives: "response",
  },
  {
    calls: "wget.download",
    takes: "url path|out",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "gdown.download",
    takes: "url path|output",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "huggingface_hub.hf_hub_download huggingface_hub.snapshot_download",
    takes: "repo",
    effects: [{ kind: "network", direction: "in", protocol: "http" }],
  },
  {
    calls: "http.client.HTTPConnection http.client.HTTPSConnection",
    takes: "host port",
    gives: "http.client.HTTPConnection",
  },
  {
    calls: "http.client.HTTPConnection.request http.client.HTTPConnection.putrequest",
    takes: "method path|url body headers",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        host: "self.host",
        port: "self.port",
        from: "body",
        beside: "headers",
        fetches: true,
      },
    ],
  },
  {
    calls: "http.client.HTTPConnection.send",
    takes: "data",
    effects: [
      { kind: "network", direction: "out", protocol: "http", host: "self.host", port: "self.port", from: "data" },
    ],
  },
  {
    calls: "http.client.HTTPConnection.getresponse",
    effects: [{ kind: "network", direction: "in", protocol: "http", host: "self.host", port: "self.port" }],
    gives: "response",
  },
  {
    calls: "aiohttp.request",
    takes: "method url data json",
    effects: send,
    gives: "response",
  },
  { calls: "tornado.httpclient.HTTPClient tornado.httpclient.AsyncHTTPClient", gives: "tornado.httpclient.HTTPClient" },
  {
    calls: "tornado.httpclient.HTTPClient.fetch",
    takes: "url",
    effects: [{ ...get, from: "body", beside: "headers" }],
    gives: "response",
  },
  {
    calls: "feedparser.parse trafilatura.fetch_url",
    takes: "path|url",
    effects: [{ kind: "read", target: "path" }],
  },
  { calls: "newspaper.Article", takes: "url", effects: [get], gives: "newspaper.Article" },
  { calls: "scrapy.Request scrapy.http.Request", takes: "url", effects: [get], gives: "response" },

  // Browsers that a program leads
  {
    calls:
      "selenium.webdriver.Chrome selenium.webdriver.Firefox selenium.webdriver.Edge selenium.webdriver.Safari selenium.webdriver.Remote undetected_chromedriver.Chrome mechanize.Browser mechanicalsoup.StatefulBrowser mechanicalsoup.Browser pyppeteer.launch splinter.Browser",
    gives: "browser",
  },
  {
    calls: "playwright.sync_api.sync_playwright playwright.async_api.async_playwright playwright.start",
    gives: "playwright",
  },
  {
    calls:
      "playwright.chromium.launch playwright.firefox.launch playwright.webkit.launch browser.new_page browser.newPage browser.new_context",
    gives: "browser",
  },
  { calls: "browser.get browser.goto browser.open browser.visit", takes: "url", effects: [get], gives: "response" },
  {
    calls:
      "http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.ThreadingTCPServer wsgiref.simple_server.make_server",
    takes: "server_address",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "server_address" }],
    gives: "socketserver.BaseServer",
  },
  {
    calls: "socketserver.UDPServer socketserver.ThreadingUDPServer",
    takes: "server_address",
    effects: [{ kind: "network", direction: "listen", protocol: "udp", host: "server_address" }],
    gives: "socketserver.BaseServer",
  },
  {
    calls: "webbrowser.open webbrowser.open_new webbrowser.open_new_tab",
    takes: "url",
    effects: [{ kind: "read", target: "url" }],
  },
  {
    calls: "websocket.create_connection websockets.connect websockets.sync.client.connect",
    takes: "url|uri",
    effects: [{ kind: "network", direction: "in", protocol: "ws", url: "url" }],
    gives: "websocket",
  },
  {
    calls: "websocket.send",
    takes: "data",
    effects: [{ kind: "network", direction: "out", protocol: "ws", url: "self.url", from: "data" }],
  },
  { calls: "websocket.recv", effects: [{ kind: "network", direction: "in", protocol: "ws", url: "self.url" }] },
];
