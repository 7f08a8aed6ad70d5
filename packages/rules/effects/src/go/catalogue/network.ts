import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const listens: readonly EffectEntry[] = [{ kind: "network", direction: "listen", protocol: "http", host: "address" }];
const connects: readonly EffectEntry[] = [{ kind: "network", direction: "out", protocol: "tcp", host: "address" }];
const fetches: readonly EffectEntry[] = [{ kind: "network", direction: "in", url: "url" }];
const sends: readonly EffectEntry[] = [{ kind: "network", direction: "out", url: "url", from: "data" }];

/** Functions for sockets, HTTP, mail and servers. */
export const networkCalls: readonly CallEntry[] = [
  // HTTP
  { calls: "net/http.Get net/http.Head", parameters: "url", effects: fetches, returns: "response" },
  { calls: "net/http.Post", parameters: "url type data", effects: sends, returns: "response" },
  { calls: "net/http.PostForm", parameters: "url data", effects: sends, returns: "response" },
  { calls: "net/http.NewRequest", parameters: "method url data", returns: "net/http.NewRequest" },
  { calls: "net/http.NewRequestWithContext", parameters: "context method url data", returns: "net/http.NewRequest" },
  { calls: "net/http.Client net/http.DefaultClient", parameters: "Transport", returns: "net/http.Client" },
  { calls: "net/http.Client.Get net/http.Client.Head", parameters: "url", effects: fetches, returns: "response" },
  { calls: "net/http.Client.Post", parameters: "url type data", effects: sends, returns: "response" },
  { calls: "net/http.Client.PostForm", parameters: "url data", effects: sends, returns: "response" },
  {
    calls: "net/http.Client.Do net/http.DefaultClient.Do",
    parameters: "request",
    effects: [
      {
        kind: "network",
        direction: "out",
        url: "request.url",
        from: "request.data",
        metadata: "request.header",
        fetches: true,
      },
    ],
    returns: "response",
  },
  {
    calls: "net/http.DefaultClient.Get net/http.DefaultClient.Head",
    parameters: "url",
    effects: fetches,
    returns: "response",
  },
  { calls: "net/http.DefaultClient.Post", parameters: "url type data", effects: sends, returns: "response" },
  {
    calls:
      "github.com/go-resty/resty/v2.New github.com/go-resty/resty/v2.Client.R github.com/go-resty/resty/v2.Request.SetHeader",
    returns: "github.com/go-resty/resty/v2.Request",
  },
  {
    calls: "github.com/go-resty/resty/v2.Request.SetBody github.com/go-resty/resty/v2.Request.SetFormData",
    parameters: "data",
    returns: "github.com/go-resty/resty/v2.Request",
  },
  { calls: "github.com/go-resty/resty/v2.Request.Get", parameters: "url", effects: fetches, returns: "response" },
  {
    calls:
      "github.com/go-resty/resty/v2.Request.Post github.com/go-resty/resty/v2.Request.Put github.com/go-resty/resty/v2.Request.Patch",
    parameters: "url",
    effects: [{ kind: "network", direction: "out", url: "url", from: "self.data" }],
    returns: "response",
  },
  {
    calls: "github.com/go-git/go-git/v5.PlainClone",
    parameters: "path bare options",
    effects: [
      { kind: "network", direction: "in", url: "options.URL" },
      { kind: "write", target: "path", recursive: true, from: "@fetched" },
    ],
  },
  { calls: "github.com/go-git/go-git/v5.CloneOptions", parameters: "URL", returns: "git.CloneOptions" },
  {
    calls: "github.com/gorilla/websocket.DefaultDialer.Dial golang.org/x/net/websocket.Dial",
    parameters: "url",
    effects: [{ kind: "network", direction: "out", url: "url" }],
    returns: "net.Conn",
  },

  // Servers
  { calls: "net/http.ListenAndServe net/http.ListenAndServeTLS", parameters: "address handler", effects: listens },
  { calls: "net/http.Server", parameters: "Addr Handler", returns: "net/http.Server" },
  {
    calls: "net/http.Server.ListenAndServe net/http.Server.ListenAndServeTLS",
    effects: [{ kind: "network", direction: "listen", protocol: "http", host: "self.Addr" }],
  },
  { calls: "net.Listen crypto/tls.Listen", parameters: "network address", effects: listens, returns: "net.Listener" },
  {
    calls: "net.ListenPacket net.ListenTCP net.ListenUDP",
    parameters: "network address",
    effects: listens,
    returns: "net.Conn",
  },
  { calls: "net.Listener.Accept", addsOrigin: "input", returns: "net.Conn" },
  {
    calls: "github.com/gin-gonic/gin.Default github.com/gin-gonic/gin.New",
    returns: "github.com/gin-gonic/gin.Engine",
  },
  { calls: "github.com/labstack/echo/v4.New", returns: "github.com/gin-gonic/gin.Engine" },
  { calls: "github.com/gofiber/fiber/v2.New", returns: "github.com/gin-gonic/gin.Engine" },
  {
    calls:
      "github.com/gin-gonic/gin.Engine.Run github.com/gin-gonic/gin.Engine.Start github.com/gin-gonic/gin.Engine.Listen",
    parameters: "address",
    effects: listens,
  },
  {
    calls: "github.com/gin-gonic/gin.Context github.com/labstack/echo/v4.Context github.com/gofiber/fiber/v2.Ctx",
    addsOrigin: "input",
  },

  // Sockets
  { calls: "net.Dial net.DialTimeout", parameters: "network address", effects: connects, returns: "net.Conn" },
  { calls: "crypto/tls.Dial", parameters: "network address config", effects: connects, returns: "net.Conn" },
  {
    calls: "net.DialTCP net.DialUDP net.DialUnix",
    parameters: "network own address",
    effects: connects,
    returns: "net.Conn",
  },
  { calls: "net.Dialer", parameters: "Timeout", returns: "net.Dialer" },
  { calls: "net.Dialer.Dial", parameters: "network address", effects: connects, returns: "net.Conn" },
  { calls: "net.Dialer.DialContext", parameters: "context network address", effects: connects, returns: "net.Conn" },
  { calls: "net.ResolveTCPAddr net.ResolveUDPAddr", parameters: "network address" },
  {
    calls:
      "net.Conn.Write net.Conn.WriteString net.Conn.WriteMessage net.Conn.WriteJSON net.Conn.Encode net.Conn.ReadFrom",
    parameters: "data",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "self.address", from: "data" }],
  },
  {
    calls: "net.Conn.WriteTo",
    parameters: "data to",
    effects: [{ kind: "network", direction: "out", protocol: "udp", host: "to", from: "data" }],
  },
  {
    calls:
      "net.Conn.Read net.Conn.ReadString net.Conn.ReadBytes net.Conn.ReadMessage net.Conn.ReadJSON net.Conn.Decode net.Conn.Scan net.Conn.Text",
    parameters: "data",
    effects: [{ kind: "network", direction: "in", protocol: "tcp", host: "self.address" }],
  },
  {
    calls: "net.LookupHost net.LookupIP net.LookupAddr net.LookupTXT net.LookupMX net.LookupCNAME net.ResolveIPAddr",
    parameters: "host",
    effects: [{ kind: "network", direction: "out", protocol: "dns", host: "host", from: "host" }],
  },
  {
    calls: "golang.org/x/crypto/ssh.Dial",
    parameters: "network address config",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "address" }],
    returns: "golang.org/x/crypto/ssh.Client",
  },
  { calls: "golang.org/x/crypto/ssh.Client.NewSession", returns: "golang.org/x/crypto/ssh.Session" },
  { calls: "github.com/pkg/sftp.NewClient", parameters: "connection", returns: "github.com/pkg/sftp.Client" },

  // Mail
  {
    calls: "net/smtp.SendMail",
    parameters: "address auth sender to data",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", host: "address", from: "data" }],
  },
  {
    calls: "net/smtp.Dial",
    parameters: "address",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", host: "address" }],
    returns: "net.Conn",
  },
  {
    calls: "gopkg.in/gomail.v2.NewDialer gopkg.in/gomail.v2.NewPlainDialer",
    parameters: "host port",
    returns: "gomail",
  },
  {
    calls: "gomail.DialAndSend",
    parameters: "data",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", host: "self.host", from: "data" }],
  },
];
