import type { EffectEntry } from "../engine/call-entry.ts";
import { reads, replaces, sends } from "../engine/rows.ts";
import { noneValue, textValue, unknownValue, unknownValueFrom, type Value } from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { type Bound, type Cmdlet, cmdlet } from "./bind.ts";
import { emitEffect, perform } from "./call.ts";
import { downloading, uploading } from "./shared-effects.ts";
import { asUrl, hostOf, textOf } from "./values.ts";

/** The effects of PowerShell cmdlets that use the network. */
export const networkCmdlets: readonly Cmdlet[] = [
  cmdlet(
    "Invoke-WebRequest iwr curl wget Invoke-RestMethod irm",
    "uri; method custommethod body infile outfile headers contenttype useragent proxy timeoutsec credential websession sessionvariable certificate maximumredirection form token authentication transferencoding; usebasicparsing usedefaultcredentials skipcertificatecheck disablekeepalive passthru allowunencryptedauthentication resume skiphttperrorcheck",
    request,
  ),
  cmdlet(
    "Start-BitsTransfer",
    "source destination; transfertype displayname description priority; asynchronous",
    transfer,
  ),
  cmdlet(
    "Send-MailMessage",
    "to subject body smtpserver; from attachments cc bcc port credential encoding; usessl bodyashtml",
    reads("attachments"),
    sends({ protocol: "smtp", host: "smtpserver", from: "body subject @fetched" }),
  ),
  cmdlet("Resolve-DnsName", "name type server", resolve),
  cmdlet(
    "New-PSSession nsn Enter-PSSession etsn Connect-PSSession",
    "computername; credential port hostname username",
    connect,
  ),
];

const requestEffects: readonly EffectEntry[] = [
  sends({ fetches: true, method: "method", url: "uri", from: "body", metadata: "headers" }),
  replaces("outfile", "@fetched", { onlyIf: "outfile" }),
];

/** Evaluates `Invoke-WebRequest` and `Invoke-RestMethod`. */
function request({ value, call, named }: Bound): Value {
  const file = value("infile");
  const body = value("body") ?? value("form") ?? (named.has("uri") ? call.input : null);
  const result = perform(call, requestEffects, {
    uri: asUrl(value("uri") ?? call.input ?? unknownValue),
    method: value("method") ?? value("custommethod"),
    body: file === undefined ? body : perform(call, [reads("file")], { file }),
    headers: value("headers"),
    outfile: value("outfile"),
  });
  return named.has("outfile") ? noneValue : result;
}

/** Evaluates a file transfer: an upload or a download. */
function transfer({ value, call }: Bound): Value {
  const [source = unknownValue, destination = textValue(".")] = [value("source"), value("destination")];
  const isUpload = /^upload/i.test(textOf(value("transfertype")) ?? "");
  perform(call, isUpload ? uploading : downloading, {
    url: asUrl(isUpload ? destination : source),
    to: destination,
    file: source,
  });
  return noneValue;
}

/** Evaluates a DNS lookup, which reveals data in the host name. */
function resolve({ value, call }: Bound): Value {
  const name = value("name");
  const from = name === undefined ? [] : nonLiteralOrigins(name);
  const host = hostOf(name);
  emitEffect(call, { kind: "network", direction: from.length > 0 ? "out" : "in", host, protocol: "dns", from });
  return unknownValueFrom([{ kind: "network", host }]);
}

/** Adds a connection to another machine. */
export function connect({ value, call }: Bound): Value {
  const host = hostOf(value("computername") ?? value("hostname") ?? value("session") ?? value("vmname"));
  emitEffect(call, { kind: "network", direction: "out", host, protocol: "winrm", from: [{ kind: "literal" }] });
  return unknownValueFrom([{ kind: "network", host }]);
}
