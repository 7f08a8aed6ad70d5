import type { CallEntry } from "../../engine/call-entry.ts";
import {
  anything,
  call,
  changes,
  creates,
  fetches,
  listens,
  reads,
  replaces,
  returns,
  sends,
} from "../../engine/rows.ts";

const get = fetches({ protocol: "http", url: "url", from: "data" });
const send = sends({
  protocol: "http",
  url: "url",
  from: "data",
  metadata: "headers",
  fetches: true,
  method: "method",
});
const mail = sends({ protocol: "smtp", from: "data headers to" });
const connected = sends({ protocol: "tcp", host: "address", port: "port" });

/** The effects of PHP functions that use the network. */
export const networkCalls: readonly CallEntry[] = [
  call(
    "open-url get_headers get_meta_tags wp_remote_get wp_safe_remote_get wp_remote_head download_url fetch_feed",
    "url data",
    get,
    returns("response"),
  ),
  call("copy-url", "url path", fetches({ url: "url" }), replaces("path", "@fetched")),
  call("write-url", "url data", sends({ url: "url", from: "data" })),
  call("wp_remote_post wp_safe_remote_post wp_remote_request", "url data", send, returns("response")),

  // cURL
  call("curl_init", "url", returns("curl")),
  call(
    "curl_exec",
    "handle",
    sends({
      protocol: "http",
      url: "handle.CURLOPT_URL handle.url",
      from: "handle.CURLOPT_POSTFIELDS handle.CURLOPT_INFILE handle.CURLOPT_READDATA",
      metadata: "handle.CURLOPT_HTTPHEADER handle.CURLOPT_COOKIE handle.CURLOPT_USERPWD",
      fetches: true,
      method: "handle.CURLOPT_CUSTOMREQUEST",
    }),
    changes("handle.CURLOPT_FILE", "@fetched", { onlyIf: "handle.CURLOPT_FILE" }),
  ),
  call(
    "curl_multi_add_handle",
    "multi handle",
    sends({ protocol: "http", url: "handle.CURLOPT_URL handle.url", from: "handle.CURLOPT_POSTFIELDS", fetches: true }),
  ),

  // Guzzle, Laravel, Symfony
  call(
    "GuzzleHttp.Client Http.withHeaders Http.withToken Http.withBasicAuth Http.acceptJson Http.asForm Http.asJson Http.timeout Http.retry Http.withOptions Http.withoutVerifying Http.attach HttpClient.create",
    "",
    returns("Http"),
  ),
  call("Http.get Http.head Http.getAsync", "url data", get, returns("response")),
  call("Http.post Http.put Http.patch Http.delete Http.postAsync Http.putAsync", "url data", send, returns("response")),
  call("Http.request Http.requestAsync Http.send", "method url data", send, returns("response")),

  // Mail
  call("mail mb_send_mail wp_mail", "to subject data headers", mail),
  call("Mail.send Mail.raw Mail.queue Mail.later", "data headers", mail),
  call("Mail.to Mail.cc Mail.bcc Mail.mailer", "", returns("Mail")),
  call("PHPMailer", "", returns("PHPMailer")),
  call("PHPMailer.send", "", sends({ protocol: "smtp", from: "self.$Body self.path" })),
  call("PHPMailer.addAttachment", "path", reads("path"), { keepsAsFields: "path" }),

  // Sockets and file transfer
  call("fsockopen pfsockopen stream_socket_client", "address port", connected, returns("socket")),
  call("socket_connect", "socket address port", connected),
  call(
    "socket_write socket_send socket_sendto socket-write",
    "socket data",
    sends({ protocol: "tcp", host: "socket.address", from: "data" }),
  ),
  call("stream_socket_server socket_create_listen socket_bind", "host", listens({ protocol: "tcp", host: "host" })),
  call(
    "ftp_connect ftp_ssl_connect ssh2_connect",
    "host port",
    sends({ host: "host", port: "port" }),
    returns("session"),
  ),
  call(
    "ftp_put ftp_fput ftp_nb_put",
    "session name data",
    reads("data"),
    sends({ host: "session.host", from: "data" }),
  ),
  call("ftp_get ftp_nb_get", "session path name", fetches({ host: "session.host" }), creates("path", "@fetched")),
  call("ssh2_scp_send", "session data name", reads("data"), sends({ host: "session.host", from: "data" })),
  call(
    "ftp_delete ftp_rmdir ftp_rename ftp_raw ftp_exec ssh2_exec ssh2_shell ssh2_sftp_unlink",
    "session data",
    sends({ host: "session.host", from: "data" }),
    anything("it is unknown what a command on another machine does"),
  ),
];
