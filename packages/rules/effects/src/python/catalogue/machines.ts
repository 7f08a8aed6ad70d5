import type { CallEntry } from "../../engine/call-entry.ts";
import { call, createsAll, fetches, listens, reads, replaces, returns, sends } from "../../engine/rows.ts";

const mailed = sends({ protocol: "smtp", host: "self.host", from: "message text" });

/** The effects of Python functions that use services of other machines: mail, file transfer, remote shells, cloud storage. */
export const machineCalls: readonly CallEntry[] = [
  // Mail and news
  call(
    "smtplib.SMTP smtplib.SMTP_SSL smtplib.LMTP",
    "host port",
    sends({ protocol: "smtp", host: "host", port: "port" }),
    returns("smtplib.SMTP"),
  ),
  call("smtplib.SMTP.sendmail", "from|from_addr to|to_addrs message|msg", mailed),
  call("smtplib.SMTP.send_message", "message|msg", mailed),
  call("smtplib.SMTP.connect", "host port", sends({ protocol: "smtp", host: "host", port: "port" }), {
    keepsAsFields: "host port",
  }),
  call("*.sendmail *.send_message", "message to text", sends({ protocol: "smtp", from: "message text" })),
  call("yagmail.SMTP", "user", returns("yagmail.SMTP")),
  call(
    "yagmail.SMTP.send",
    "to subject contents attachments",
    sends({ protocol: "smtp", from: "subject contents attachments" }),
  ),
  call(
    "imaplib.IMAP4 imaplib.IMAP4_SSL poplib.POP3 poplib.POP3_SSL nntplib.NNTP",
    "host port",
    fetches({ protocol: "imap", host: "host", port: "port" }),
    returns("mailbox"),
  ),

  // File transfer and remote shells
  call("ftplib.FTP ftplib.FTP_TLS", "host", fetches({ protocol: "ftp", host: "host" }), returns("ftplib.FTP")),
  call("ftplib.FTP.connect", "host port", fetches({ protocol: "ftp", host: "host", port: "port" }), {
    keepsAsFields: "host",
  }),
  call(
    "ftplib.FTP.storbinary ftplib.FTP.storlines",
    "command|cmd file|fp",
    sends({ protocol: "ftp", host: "self.host", from: "file" }),
  ),
  call(
    "ftplib.FTP.retrbinary ftplib.FTP.retrlines",
    "command callback",
    fetches({ protocol: "ftp", host: "self.host" }),
  ),
  call("telnetlib.Telnet", "host port", sends({ protocol: "telnet", host: "host", port: "port" }), returns("stream")),
  call("paramiko.SSHClient paramiko.client.SSHClient", "", returns("paramiko.SSHClient")),
  call("paramiko.SSHClient.connect", "host|hostname port", sends({ protocol: "ssh", host: "host", port: "port" }), {
    keepsAsFields: "host",
  }),
  call("paramiko.SSHClient.exec_command", "command", sends({ protocol: "ssh", host: "self.host", from: "command" })),
  call("paramiko.Transport", "host", sends({ protocol: "ssh", host: "host" }), returns("paramiko.Transport")),
  call("paramiko.SFTPClient.from_transport paramiko.SSHClient.open_sftp", "host", returns("paramiko.SFTPClient")),
  call("pysftp.Connection", "host", sends({ protocol: "ssh", host: "host" }), returns("paramiko.SFTPClient")),
  call(
    "paramiko.SFTPClient.put",
    "path|localpath remote|remotepath",
    reads("path"),
    sends({ protocol: "ssh", host: "self.host", from: "@fetched" }),
  ),
  call(
    "paramiko.SFTPClient.get",
    "remote|remotepath path|localpath",
    fetches({ protocol: "ssh", host: "self.host" }),
    replaces("path", "@fetched"),
  ),
  call("slack_sdk.WebClient slack_sdk.web.WebClient", "", returns("slack_sdk.WebClient")),
  call(
    "slack_sdk.WebClient.files_upload slack_sdk.WebClient.files_upload_v2",
    "file",
    reads("file"),
    sends({ protocol: "http", from: "@fetched content" }),
  ),
  call("boto3.client boto3.resource boto3.Session.client boto3.Session.resource", "service", returns("boto3")),
  call(
    "boto3.upload_file",
    "path|Filename bucket|Bucket key|Key",
    reads("path"),
    sends({ protocol: "http", url: "self.endpoint_url", configured: true, from: "@fetched" }),
  ),
  call(
    "boto3.put_object boto3.upload_fileobj",
    "Body",
    sends({ protocol: "http", url: "self.endpoint_url", configured: true, from: "Body" }),
  ),
  call(
    "boto3.download_file",
    "bucket|Bucket key|Key path|Filename",
    fetches({ protocol: "http", url: "self.endpoint_url", configured: true }),
    replaces("path", "@fetched"),
  ),
  call("git.Repo git.repo.Repo", "path", returns("git.Repo")),
  call(
    "git.Repo.clone_from",
    "url path|to_path",
    fetches({ protocol: "http", url: "url" }),
    createsAll("path", "@fetched"),
  ),
  call(
    "xmlrpc.server.SimpleXMLRPCServer xmlrpc.server.DocXMLRPCServer",
    "host|addr",
    listens({ protocol: "tcp", host: "host" }),
    returns("xmlrpc.server"),
  ),
  call("xmlrpc.server.register_function xmlrpc.server.register_instance", "function", { callbackReceives: "data" }),
  call("xmlrpc.client.ServerProxy", "url", sends({ protocol: "http", url: "url" })),
];
