/** The effects of Python's HTTP libraries: `requests`, `urllib`, `httpx`, `aiohttp`. */
import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";
import { bindsSocket, call, fetches, listens, reads, replaces, returns, sends } from "../../engine/rows.ts";

const fetch = fetches({ protocol: "http", url: "url", from: "params data json", metadata: "headers cookies" });
const send = sends({
  protocol: "http",
  url: "url",
  from: "data json files content params",
  metadata: "headers cookies auth",
  method: "method",
  fetches: true,
});

/** The effect of a request that changes something on the server, even with an empty body. */
const change: EffectEntry = { ...send, fetches: undefined };

const get: EffectEntry & { kind: "network" } = { kind: "network", direction: "in", protocol: "http", url: "url" };

/** Functions that use HTTP: request libraries, scrapers, browsers. */
export const httpCalls: readonly CallEntry[] = [
  // HTTP by requests, httpx, aiohttp and the like
  call(
    "requests.get requests.head requests.options httpx.get httpx.head httpx.options httpx.stream curl_cffi.requests.get grequests.get treq.get session.get session.head session.options session.stream",
    "url params",
    fetch,
    returns("response"),
  ),
  call(
    "requests.post requests.put requests.patch httpx.post httpx.put httpx.patch curl_cffi.requests.post session.post session.put session.patch session.delete session.ws_connect",
    "url data json",
    change,
    returns("response"),
  ),
  call("requests.delete httpx.delete", "url", change, returns("response")),
  call(
    "requests.request httpx.request session.request",
    "method url params data headers cookies files auth json",
    send,
    returns("response"),
  ),
  call(
    "requests.Session requests.session httpx.Client httpx.AsyncClient aiohttp.ClientSession requests_html.HTMLSession requests_html.AsyncHTMLSession cloudscraper.create_scraper cloudscraper.CloudScraper requests_futures.sessions.FuturesSession curl_cffi.requests.Session",
    "base_url",
    returns("session"),
  ),
  call("urllib3.PoolManager urllib3.ProxyManager", "", returns("urllib3.PoolManager")),
  call(
    "urllib3.PoolManager.request urllib3.PoolManager.urlopen urllib3.request",
    "method url data fields body json headers",
    sends({
      protocol: "http",
      url: "url",
      from: "data fields body json",
      metadata: "headers",
      method: "method",
      fetches: true,
    }),
    returns("response"),
  ),
  call(
    "urllib.request.urlopen urllib.request.OpenerDirector.open",
    "url data",
    sends({
      protocol: "http",
      url: "url",
      from: "data url.data",
      metadata: "url.headers",
      method: "url.method",
      fetches: true,
    }),
    returns("response"),
  ),
  call(
    "urllib.request.Request",
    "url data headers origin_req_host unverifiable method",
    returns("urllib.request.Request"),
  ),
  call("urllib.request.Request.add_data", "data", { keepsAsFields: "data" }),
  call(
    "urllib.request.urlretrieve urllib.urlretrieve",
    "url path|filename",
    fetches({ protocol: "http", url: "url" }),
    replaces("path", "@fetched"),
  ),
  call("urllib.request.build_opener", "", returns("urllib.request.OpenerDirector")),
  call("wget.download", "url path|out", fetches({ protocol: "http", url: "url" }), replaces("path", "@fetched")),
  call("gdown.download", "url path|output", fetches({ protocol: "http", url: "url" }), replaces("path", "@fetched")),
  call("huggingface_hub.hf_hub_download huggingface_hub.snapshot_download", "repo", fetches({ protocol: "http" })),
  call("http.client.HTTPConnection http.client.HTTPSConnection", "host port", returns("http.client.HTTPConnection")),
  call(
    "http.client.HTTPConnection.request http.client.HTTPConnection.putrequest",
    "method path|url body headers",
    sends({
      protocol: "http",
      host: "self.host",
      port: "self.port",
      from: "body",
      metadata: "headers",
      method: "method",
      fetches: true,
    }),
  ),
  call(
    "http.client.HTTPConnection.send",
    "data",
    sends({ protocol: "http", host: "self.host", port: "self.port", from: "data" }),
  ),
  call(
    "http.client.HTTPConnection.getresponse",
    "",
    fetches({ protocol: "http", host: "self.host", port: "self.port" }),
    returns("response"),
  ),
  call("aiohttp.request", "method url data json", send, returns("response")),
  call(
    "tornado.httpclient.HTTPClient tornado.httpclient.AsyncHTTPClient",
    "",
    returns("tornado.httpclient.HTTPClient"),
  ),
  call(
    "tornado.httpclient.HTTPClient.fetch",
    "url",
    { ...get, from: "body", metadata: "headers" },
    returns("response"),
  ),
  call("feedparser.parse trafilatura.fetch_url", "path|url", reads("path")),
  call("newspaper.Article", "url", get, returns("newspaper.Article")),
  call("scrapy.Request scrapy.http.Request", "url", get, returns("response")),

  // Browser automation
  call(
    "selenium.webdriver.Chrome selenium.webdriver.Firefox selenium.webdriver.Edge selenium.webdriver.Safari selenium.webdriver.Remote undetected_chromedriver.Chrome mechanize.Browser mechanicalsoup.StatefulBrowser mechanicalsoup.Browser pyppeteer.launch splinter.Browser playwright.chromium.launch playwright.firefox.launch playwright.webkit.launch browser.new_page browser.newPage browser.new_context",
    "",
    returns("browser"),
  ),
  call(
    "playwright.sync_api.sync_playwright playwright.async_api.async_playwright playwright.start",
    "",
    returns("playwright"),
  ),
  call("browser.get browser.goto browser.open browser.visit", "url", get, returns("response")),
  call(
    "http.server.HTTPServer http.server.ThreadingHTTPServer socketserver.TCPServer socketserver.ThreadingTCPServer wsgiref.simple_server.make_server",
    "server_address",
    listens({ protocol: "tcp", host: "server_address" }),
    returns("socketserver.BaseServer"),
  ),
  call(
    "socketserver.UnixStreamServer socketserver.ThreadingUnixStreamServer socketserver.UnixDatagramServer socketserver.ThreadingUnixDatagramServer",
    "server_address",
    listens({ protocol: "unix" }),
    bindsSocket("server_address"),
    returns("socketserver.BaseServer"),
  ),
  call(
    "socketserver.UDPServer socketserver.ThreadingUDPServer",
    "server_address",
    listens({ protocol: "udp", host: "server_address" }),
    returns("socketserver.BaseServer"),
  ),
  call("webbrowser.open webbrowser.open_new webbrowser.open_new_tab", "url", reads("url")),
  call(
    "websocket.create_connection websockets.connect websockets.sync.client.connect",
    "url|uri",
    fetches({ protocol: "ws", url: "url" }),
    returns("websocket"),
  ),
  call("websocket.send", "data", sends({ protocol: "ws", url: "self.url", from: "data" })),
  call("websocket.recv", "", fetches({ protocol: "ws", url: "self.url" })),
];
