import type { CallEntry } from "../../engine/call-entry.ts";
import { adds, call, createsAll, fetches, listens, returns, sends } from "../../engine/rows.ts";

/** The effects of Go functions for sockets, HTTP, mail and servers. */
export const networkCalls: readonly CallEntry[] = [
  // HTTP
  call("net/http.Get net/http.Head", "url", fetches({ url: "url" }), returns("response")),
  call("net/http.Post", "url type data", sends({ url: "url", from: "data" }), returns("response")),
  call("net/http.PostForm", "url data", sends({ url: "url", from: "data" }), returns("response")),
  call("net/http.NewRequest", "method url data", returns("net/http.NewRequest")),
  call("net/http.NewRequestWithContext", "context method url data", returns("net/http.NewRequest")),
  call("net/http.Client net/http.DefaultClient", "Transport", returns("net/http.Client")),
  call("net/http.Client.Get net/http.Client.Head", "url", fetches({ url: "url" }), returns("response")),
  call("net/http.Client.Post", "url type data", sends({ url: "url", from: "data" }), returns("response")),
  call("net/http.Client.PostForm", "url data", sends({ url: "url", from: "data" }), returns("response")),
  call(
    "net/http.Client.Do net/http.DefaultClient.Do",
    "request",
    sends({ url: "request.url", from: "request.data", metadata: "request.header", fetches: true }),
    returns("response"),
  ),
  call("net/http.DefaultClient.Get net/http.DefaultClient.Head", "url", fetches({ url: "url" }), returns("response")),
  call("net/http.DefaultClient.Post", "url type data", sends({ url: "url", from: "data" }), returns("response")),
  call(
    "github.com/go-resty/resty/v2.New github.com/go-resty/resty/v2.Client.R github.com/go-resty/resty/v2.Request.SetHeader",
    "",
    returns("github.com/go-resty/resty/v2.Request"),
  ),
  call(
    "github.com/go-resty/resty/v2.Request.SetBody github.com/go-resty/resty/v2.Request.SetFormData",
    "data",
    returns("github.com/go-resty/resty/v2.Request"),
  ),
  call("github.com/go-resty/resty/v2.Request.Get", "url", fetches({ url: "url" }), returns("response")),
  call(
    "github.com/go-resty/resty/v2.Request.Post github.com/go-resty/resty/v2.Request.Put github.com/go-resty/resty/v2.Request.Patch",
    "url",
    sends({ url: "url", from: "self.data" }),
    returns("response"),
  ),
  call(
    "github.com/go-git/go-git/v5.PlainClone",
    "path bare options",
    fetches({ url: "options.URL" }),
    createsAll("path", "@fetched"),
  ),
  call("github.com/go-git/go-git/v5.CloneOptions", "URL", returns("git.CloneOptions")),
  call(
    "github.com/gorilla/websocket.DefaultDialer.Dial golang.org/x/net/websocket.Dial",
    "url",
    sends({ url: "url" }),
    returns("net.Conn"),
  ),

  // Servers
  call(
    "net/http.ListenAndServe net/http.ListenAndServeTLS",
    "address handler",
    listens({ protocol: "http", host: "address" }),
  ),
  call("net/http.Server", "Addr Handler", returns("net/http.Server")),
  call(
    "net/http.Server.ListenAndServe net/http.Server.ListenAndServeTLS",
    "",
    listens({ protocol: "http", host: "self.Addr" }),
  ),
  call(
    "net.Listen crypto/tls.Listen",
    "network address",
    listens({ protocol: "http", host: "address" }),
    returns("net.Listener"),
  ),
  call(
    "net.ListenPacket net.ListenTCP net.ListenUDP",
    "network address",
    listens({ protocol: "http", host: "address" }),
    returns("net.Conn"),
  ),
  call("net.Listener.Accept", "", returns("net.Conn"), adds("input")),
  call("github.com/gin-gonic/gin.Default github.com/gin-gonic/gin.New", "", returns("github.com/gin-gonic/gin.Engine")),
  call("github.com/labstack/echo/v4.New", "", returns("github.com/gin-gonic/gin.Engine")),
  call("github.com/gofiber/fiber/v2.New", "", returns("github.com/gin-gonic/gin.Engine")),
  call(
    "github.com/gin-gonic/gin.Engine.Run github.com/gin-gonic/gin.Engine.Start github.com/gin-gonic/gin.Engine.Listen",
    "address",
    listens({ protocol: "http", host: "address" }),
  ),
  call(
    "github.com/gin-gonic/gin.Context github.com/labstack/echo/v4.Context github.com/gofiber/fiber/v2.Ctx",
    "",
    adds("input"),
  ),

  // Sockets
  call("net.Dial net.DialTimeout", "network address", sends({ protocol: "tcp", host: "address" }), returns("net.Conn")),
  call("crypto/tls.Dial", "network address config", sends({ protocol: "tcp", host: "address" }), returns("net.Conn")),
  call(
    "net.DialTCP net.DialUDP net.DialUnix",
    "network own address",
    sends({ protocol: "tcp", host: "address" }),
    returns("net.Conn"),
  ),
  call("net.Dialer", "Timeout", returns("net.Dialer")),
  call("net.Dialer.Dial", "network address", sends({ protocol: "tcp", host: "address" }), returns("net.Conn")),
  call(
    "net.Dialer.DialContext",
    "context network address",
    sends({ protocol: "tcp", host: "address" }),
    returns("net.Conn"),
  ),
  call("net.ResolveTCPAddr net.ResolveUDPAddr", "network address"),
  call(
    "net.Conn.Write net.Conn.WriteString net.Conn.WriteMessage net.Conn.WriteJSON net.Conn.Encode net.Conn.ReadFrom",
    "data",
    sends({ protocol: "tcp", host: "self.address", from: "data" }),
  ),
  call("net.Conn.WriteTo", "data to", sends({ protocol: "udp", host: "to", from: "data" })),
  call(
    "net.Conn.Read net.Conn.ReadString net.Conn.ReadBytes net.Conn.ReadMessage net.Conn.ReadJSON net.Conn.Decode net.Conn.Scan net.Conn.Text",
    "data",
    fetches({ protocol: "tcp", host: "self.address" }),
  ),
  call(
    "net.LookupHost net.LookupIP net.LookupAddr net.LookupTXT net.LookupMX net.LookupCNAME net.ResolveIPAddr",
    "host",
    sends({ protocol: "dns", host: "host", from: "host" }),
  ),
  call(
    "golang.org/x/crypto/ssh.Dial",
    "network address config",
    sends({ protocol: "ssh", host: "address" }),
    returns("golang.org/x/crypto/ssh.Client"),
  ),
  call("golang.org/x/crypto/ssh.Client.NewSession", "", returns("golang.org/x/crypto/ssh.Session")),
  call("github.com/pkg/sftp.NewClient", "connection", returns("github.com/pkg/sftp.Client")),

  // Mail
  call("net/smtp.SendMail", "address auth sender to data", sends({ protocol: "smtp", host: "address", from: "data" })),
  call("net/smtp.Dial", "address", sends({ protocol: "smtp", host: "address" }), returns("net.Conn")),
  call("gopkg.in/gomail.v2.NewDialer gopkg.in/gomail.v2.NewPlainDialer", "host port", returns("gomail")),
  call("gomail.DialAndSend", "data", sends({ protocol: "smtp", host: "self.host", from: "data" })),
];
