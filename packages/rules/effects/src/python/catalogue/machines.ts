import type { CallEntry, EffectEntry } from "../../engine/call-entry.ts";

const mailed: readonly EffectEntry[] = [
  { kind: "network", direction: "out", protocol: "smtp", host: "self.host", from: "message text" },
];

/** Functions that use services of other machines: mail, file transfer, remote shells, cloud storage. */
export const machineCalls: readonly CallEntry[] = [
  // Mail and news
  {
    calls: "smtplib.SMTP smtplib.SMTP_SSL smtplib.LMTP",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", host: "host", port: "port" }],
    returns: "smtplib.SMTP",
  },
  { calls: "smtplib.SMTP.sendmail", parameters: "from|from_addr to|to_addrs message|msg", effects: mailed },
  { calls: "smtplib.SMTP.send_message", parameters: "message|msg", effects: mailed },
  {
    calls: "smtplib.SMTP.connect",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", host: "host", port: "port" }],
    keepsAsFields: "host port",
  },
  {
    calls: "*.sendmail *.send_message",
    parameters: "message to text",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", from: "message text" }],
  },
  { calls: "yagmail.SMTP", parameters: "user", returns: "yagmail.SMTP" },
  {
    calls: "yagmail.SMTP.send",
    parameters: "to subject contents attachments",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", from: "subject contents attachments" }],
  },
  {
    calls: "imaplib.IMAP4 imaplib.IMAP4_SSL poplib.POP3 poplib.POP3_SSL nntplib.NNTP",
    parameters: "host port",
    effects: [{ kind: "network", direction: "in", protocol: "imap", host: "host", port: "port" }],
    returns: "mailbox",
  },

  // File transfer and remote shells
  {
    calls: "ftplib.FTP ftplib.FTP_TLS",
    parameters: "host",
    effects: [{ kind: "network", direction: "in", protocol: "ftp", host: "host" }],
    returns: "ftplib.FTP",
  },
  {
    calls: "ftplib.FTP.connect",
    parameters: "host port",
    effects: [{ kind: "network", direction: "in", protocol: "ftp", host: "host", port: "port" }],
    keepsAsFields: "host",
  },
  {
    calls: "ftplib.FTP.storbinary ftplib.FTP.storlines",
    parameters: "command|cmd file|fp",
    effects: [{ kind: "network", direction: "out", protocol: "ftp", host: "self.host", from: "file" }],
  },
  {
    calls: "ftplib.FTP.retrbinary ftplib.FTP.retrlines",
    parameters: "command callback",
    effects: [{ kind: "network", direction: "in", protocol: "ftp", host: "self.host" }],
  },
  {
    calls: "telnetlib.Telnet",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "telnet", host: "host", port: "port" }],
    returns: "stream",
  },
  { calls: "paramiko.SSHClient paramiko.client.SSHClient", returns: "paramiko.SSHClient" },
  {
    calls: "paramiko.SSHClient.connect",
    parameters: "host|hostname port",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "host", port: "port" }],
    keepsAsFields: "host",
  },
  {
    calls: "paramiko.SSHClient.exec_command",
    parameters: "command",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "self.host", from: "command" }],
  },
  {
    calls: "paramiko.Transport",
    parameters: "host",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "host" }],
    returns: "paramiko.Transport",
  },
  {
    calls: "paramiko.SFTPClient.from_transport paramiko.SSHClient.open_sftp",
    parameters: "host",
    returns: "paramiko.SFTPClient",
  },
  {
    calls: "pysftp.Connection",
    parameters: "host",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "host" }],
    returns: "paramiko.SFTPClient",
  },
  {
    calls: "paramiko.SFTPClient.put",
    parameters: "path|localpath remote|remotepath",
    effects: [
      { kind: "read", target: "path" },
      { kind: "network", direction: "out", protocol: "ssh", host: "self.host", from: "@fetched" },
    ],
  },
  {
    calls: "paramiko.SFTPClient.get",
    parameters: "remote|remotepath path|localpath",
    effects: [
      { kind: "network", direction: "in", protocol: "ssh", host: "self.host" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  { calls: "slack_sdk.WebClient slack_sdk.web.WebClient", returns: "slack_sdk.WebClient" },
  {
    calls: "slack_sdk.WebClient.files_upload slack_sdk.WebClient.files_upload_v2",
    parameters: "file",
    effects: [
      { kind: "read", target: "file" },
      { kind: "network", direction: "out", protocol: "http", from: "@fetched content" },
    ],
  },
  {
    calls: "boto3.client boto3.resource boto3.Session.client boto3.Session.resource",
    parameters: "service",
    returns: "boto3",
  },
  {
    calls: "boto3.upload_file",
    parameters: "path|Filename bucket|Bucket key|Key",
    effects: [
      { kind: "read", target: "path" },
      {
        kind: "network",
        direction: "out",
        protocol: "http",
        url: "self.endpoint_url",
        configured: true,
        from: "@fetched",
      },
    ],
  },
  {
    calls: "boto3.put_object boto3.upload_fileobj",
    parameters: "Body",
    effects: [
      { kind: "network", direction: "out", protocol: "http", url: "self.endpoint_url", configured: true, from: "Body" },
    ],
  },
  {
    calls: "boto3.download_file",
    parameters: "bucket|Bucket key|Key path|Filename",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "self.endpoint_url", configured: true },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  { calls: "git.Repo git.repo.Repo", parameters: "path", returns: "git.Repo" },
  {
    calls: "git.Repo.clone_from",
    parameters: "url path|to_path",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", from: "@fetched", recursive: true },
    ],
  },
  {
    calls: "xmlrpc.server.SimpleXMLRPCServer xmlrpc.server.DocXMLRPCServer",
    parameters: "host|addr",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "host" }],
    returns: "xmlrpc.server",
  },
  {
    calls: "xmlrpc.server.register_function xmlrpc.server.register_instance",
    parameters: "function",
    callbackReceives: "data",
  },
  {
    calls: "xmlrpc.client.ServerProxy",
    parameters: "url",
    effects: [{ kind: "network", direction: "out", protocol: "http", url: "url" }],
  },
];
