import type { CallEntry, EffectEntry } from "./entry.ts";

const mailed: readonly EffectEntry[] = [
  { kind: "network", direction: "out", protocol: "smtp", host: "self.host", from: "message text" },
];

/** Mail, files of other machines, storage in a cloud. */
export const machineCalls: readonly CallEntry[] = [
  // Mail and news
  {
    calls: "smtplib.SMTP smtplib.SMTP_SSL smtplib.LMTP",
    takes: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", host: "host", port: "port" }],
    gives: "smtplib.SMTP",
  },
  { calls: "smtplib.SMTP.sendmail", takes: "from|from_addr to|to_addrs message|msg", effects: mailed },
  { calls: "smtplib.SMTP.send_message", takes: "message|msg", effects: mailed },
  {
    calls: "smtplib.SMTP.connect",
    takes: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", host: "host", port: "port" }],
    keeps: "host port",
  },
  {
    calls: "*.sendmail *.send_message",
    takes: "message to text",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", from: "message text" }],
  },
  { calls: "yagmail.SMTP", takes: "user", gives: "yagmail.SMTP" },
  {
    calls: "yagmail.SMTP.send",
    takes: "to subject contents attachments",
    effects: [{ kind: "network", direction: "out", protocol: "smtp", from: "subject contents attachments" }],
  },
  {
    calls: "imaplib.IMAP4 imaplib.IMAP4_SSL poplib.POP3 poplib.POP3_SSL nntplib.NNTP",
    takes: "host port",
    effects: [{ kind: "network", direction: "in", protocol: "imap", host: "host", port: "port" }],
    gives: "mailbox",
  },

  // Other machines
  {
    calls: "ftplib.FTP ftplib.FTP_TLS",
    takes: "host",
    effects: [{ kind: "network", direction: "in", protocol: "ftp", host: "host" }],
    gives: "ftplib.FTP",
  },
  {
    calls: "ftplib.FTP.connect",
    takes: "host port",
    effects: [{ kind: "network", direction: "in", protocol: "ftp", host: "host", port: "port" }],
    keeps: "host",
  },
  {
    calls: "ftplib.FTP.storbinary ftplib.FTP.storlines",
    takes: "command|cmd file|fp",
    effects: [{ kind: "network", direction: "out", protocol: "ftp", host: "self.host", from: "file" }],
  },
  {
    calls: "ftplib.FTP.retrbinary ftplib.FTP.retrlines",
    takes: "command callback",
    effects: [{ kind: "network", direction: "in", protocol: "ftp", host: "self.host" }],
  },
  {
    calls: "telnetlib.Telnet",
    takes: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "telnet", host: "host", port: "port" }],
    gives: "stream",
  },
  {
    calls: "telnetlib.Telnet.write",
    takes: "data",
    effects: [{ kind: "network", direction: "out", protocol: "telnet", host: "self.host", from: "data" }],
  },
  { calls: "paramiko.SSHClient paramiko.client.SSHClient", gives: "paramiko.SSHClient" },
  {
    calls: "paramiko.SSHClient.connect",
    takes: "host|hostname port",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "host", port: "port" }],
    keeps: "host",
  },
  {
    calls: "paramiko.SSHClient.exec_command",
    takes: "command",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "self.host", from: "command" }],
  },
  {
    calls: "paramiko.Transport",
    takes: "host",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "host" }],
    gives: "paramiko.Transport",
  },
  {
    calls: "paramiko.SFTPClient.from_transport paramiko.SSHClient.open_sftp",
    takes: "host",
    gives: "paramiko.SFTPClient",
  },
  {
    calls: "pysftp.Connection",
    takes: "host",
    effects: [{ kind: "network", direction: "out", protocol: "ssh", host: "host" }],
    gives: "paramiko.SFTPClient",
  },
  {
    calls: "paramiko.SFTPClient.put",
    takes: "path|localpath remote|remotepath",
    effects: [
      { kind: "read", target: "path" },
      { kind: "network", direction: "out", protocol: "ssh", host: "self.host", from: "@fetched" },
    ],
  },
  {
    calls: "paramiko.SFTPClient.get",
    takes: "remote|remotepath path|localpath",
    effects: [
      { kind: "network", direction: "in", protocol: "ssh", host: "self.host" },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  { calls: "slack_sdk.WebClient slack_sdk.web.WebClient", gives: "slack_sdk.WebClient" },
  {
    calls: "slack_sdk.WebClient.files_upload slack_sdk.WebClient.files_upload_v2",
    takes: "file",
    effects: [
      { kind: "read", target: "file" },
      { kind: "network", direction: "out", protocol: "http", from: "@fetched content" },
    ],
  },
  { calls: "boto3.client boto3.resource", takes: "service", gives: "boto3" },
  {
    calls: "boto3.upload_file",
    takes: "path|Filename bucket|Bucket key|Key",
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
    takes: "Body",
    effects: [
      { kind: "network", direction: "out", protocol: "http", url: "self.endpoint_url", configured: true, from: "Body" },
    ],
  },
  {
    calls: "boto3.download_file",
    takes: "bucket|Bucket key|Key path|Filename",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "self.endpoint_url", configured: true },
      { kind: "write", target: "path", mode: "replace", from: "@fetched" },
    ],
  },
  {
    calls: "git.Repo.clone_from",
    takes: "url path|to_path",
    effects: [
      { kind: "network", direction: "in", protocol: "http", url: "url" },
      { kind: "write", target: "path", from: "@fetched", recursive: true },
    ],
  },
  {
    calls: "xmlrpc.server.SimpleXMLRPCServer xmlrpc.server.DocXMLRPCServer",
    takes: "host|addr",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "host" }],
    gives: "xmlrpc.server",
  },
  { calls: "xmlrpc.server.register_function xmlrpc.server.register_instance", takes: "function", hands: "data" },
  {
    calls: "xmlrpc.client.ServerProxy",
    takes: "url",
    effects: [{ kind: "network", direction: "out", protocol: "http", url: "url" }],
  },
];
