import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const get: readonly EffectEntry[] = [{ kind: "network", direction: "in", protocol: "http", url: "url", from: "data" }];
const send: readonly EffectEntry[] = [
  {
    kind: "network",
    direction: "out",
    protocol: "http",
    url: "url",
    from: "data",
    metadata: "headers",
    fetches: true,
    method: "method",
  },
];
const mail: readonly EffectEntry[] = [{ kind: "network", direction: "out", protocol: "smtp", from: "data headers to" }];
const connected: readonly EffectEntry[] = [
  { kind: "network", direction: "out", protocol: "tcp", host: "address", port: "port" },
];
const remote: readonly EffectEntry[] = [{ kind: "network", direction: "out", host: "session.host", from: "data" }];

/** Functions that use the network. */
export const networkCalls: readonly CallEntry[] = [
  { calls: "open-url", parameters: "url data", effects: get, returns: "response" },
  {
    calls: "copy-url",
    parameters: "url path",
    effects: [
      { kind: "network", direction: "in", url: "url" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "write-url",
    parameters: "url data",
    effects: [{ kind: "network", direction: "out", url: "url", from: "data" }],
  },
  {
    calls: "get_headers get_meta_tags wp_remote_get wp_safe_remote_get wp_remote_head download_url fetch_feed",
    parameters: "url data",
    effects: get,
    returns: "response",
  },
  {
    calls: "wp_remote_post wp_safe_remote_post wp_remote_request",
    parameters: "url data",
    effects: send,
    returns: "response",
  },

  // cURL
  { calls: "curl_init", parameters: "url", returns: "curl" },
  {
    calls: "curl_exec",
    parameters: "handle",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "handle.CURLOPT_URL handle.url",
        from: "handle.CURLOPT_POSTFIELDS handle.CURLOPT_INFILE handle.CURLOPT_READDATA",
        metadata: "handle.CURLOPT_HTTPHEADER handle.CURLOPT_COOKIE handle.CURLOPT_USERPWD",
        fetches: true,
        method: "handle.CURLOPT_CUSTOMREQUEST",
      },
      { kind: "write", target: "handle.CURLOPT_FILE", mode: "change", from: "@fetched", onlyIf: "handle.CURLOPT_FILE" },
    ],
  },
  {
    calls: "curl_multi_add_handle",
    parameters: "multi handle",
    effects: [
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "handle.CURLOPT_URL handle.url",
        from: "handle.CURLOPT_POSTFIELDS",
        fetches: true,
      },
    ],
  },

  // Guzzle, Laravel, Symfony
  {
    calls:
      "GuzzleHttp.Client Http.withHeaders Http.withToken Http.withBasicAuth Http.acceptJson Http.asForm Http.asJson Http.timeout Http.retry Http.withOptions Http.withoutVerifying Http.attach HttpClient.create",
    returns: "Http",
  },
  { calls: "Http.get Http.head Http.getAsync", parameters: "url data", effects: get, returns: "response" },
  {
    calls: "Http.post Http.put Http.patch Http.delete Http.postAsync Http.putAsync",
    parameters: "url data",
    effects: send,
    returns: "response",
  },
  {
    calls: "Http.request Http.requestAsync Http.send",
    parameters: "method url data",
    effects: send,
    returns: "response",
  },

  // Mail
  { calls: "mail mb_send_mail wp_mail", parameters: "to subject data headers", effects: mail },
  { calls: "Mail.send Mail.raw Mail.queue Mail.later", parameters: "data headers", effects: mail },
  { calls: "Mail.to Mail.cc Mail.bcc Mail.mailer", returns: "Mail" },
  { calls: "PHPMailer", returns: "PHPMailer" },
  {
    calls: "PHPMailer.send",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", from: "self.$Body self.path" }],
  },
  {
    calls: "PHPMailer.addAttachment",
    parameters: "path",
    effects: [{ kind: "read", target: "path" }],
    keepsAsFields: "path",
  },

  // Sockets and file transfer
  {
    calls: "fsockopen pfsockopen stream_socket_client",
    parameters: "address port",
    effects: connected,
    returns: "socket",
  },
  { calls: "socket_connect", parameters: "socket address port", effects: connected },
  {
    calls: "socket_write socket_send socket_sendto socket-write",
    parameters: "socket data",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "socket.address", from: "data" }],
  },
  {
    calls: "stream_socket_server socket_create_listen socket_bind",
    parameters: "host",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "host" }],
  },
  {
    calls: "ftp_connect ftp_ssl_connect ssh2_connect",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", host: "host", port: "port" }],
    returns: "session",
  },
  {
    calls: "ftp_put ftp_fput ftp_nb_put",
    parameters: "session name data",
    effects: [{ kind: "read", target: "data" }, ...remote],
  },
  {
    calls: "ftp_get ftp_nb_get",
    parameters: "session path name",
    effects: [
      { kind: "network", direction: "in", host: "session.host" },
      { kind: "write", target: "path", from: "@fetched" },
    ],
  },
  { calls: "ssh2_scp_send", parameters: "session data name", effects: [{ kind: "read", target: "data" }, ...remote] },
  {
    calls: "ftp_delete ftp_rmdir ftp_rename ftp_raw ftp_exec ssh2_exec ssh2_shell ssh2_sftp_unlink",
    parameters: "session data",
    effects: [...remote, { kind: "anything", reason: "it is unknown what a command on another machine does" }],
  },
];
