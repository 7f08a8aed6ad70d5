import { noneValue, textValue, unknownValueFrom, type Value } from "../../engine/value.ts";
import { nonLiteralOrigins } from "../../engine/value-origins.ts";
import type { Bound, Cmdlet } from "../bind.ts";
import { emitEffect, perform } from "../call.ts";
import { fetched, hostOf, sent } from "../network.ts";
import { textOf } from "../values.ts";

/** Cmdlets that use the network. */
export const networkCmdlets: readonly Cmdlet[] = [
  {
    calls: "Invoke-WebRequest iwr curl wget Invoke-RestMethod irm",
    parameters: "uri",
    valued:
      "method custommethod body infile outfile headers contenttype useragent proxy timeoutsec credential websession sessionvariable certificate maximumredirection form token authentication transferencoding",
    switches:
      "usebasicparsing usedefaultcredentials skipcertificatecheck disablekeepalive passthru allowunencryptedauthentication resume skiphttperrorcheck",
    run: request,
  },
  {
    calls: "Start-BitsTransfer",
    parameters: "source destination",
    valued: "transfertype displayname description priority",
    switches: "asynchronous",
    run: transfer,
  },
  {
    calls: "Send-MailMessage",
    parameters: "to subject body smtpserver",
    valued: "from attachments cc bcc port credential encoding",
    switches: "usessl bodyashtml",
    effects: [
      { kind: "read", target: "attachments" },
      { kind: "network", direction: "out", protocol: "smtp", host: "smtpserver", from: "body subject @fetched" },
    ],
  },
  { calls: "Resolve-DnsName", parameters: "name type server", run: resolve },
  {
    calls: "New-PSSession nsn Enter-PSSession etsn Connect-PSSession",
    parameters: "computername",
    valued: "credential port hostname username",
    run: connect,
  },
];

const read = [{ kind: "read", target: "file" }] as const;

function request({ value, call, named }: Bound): Value {
  const url = value("uri") ?? call.input ?? undefined;
  const method = textOf(value("method") ?? value("custommethod"))?.toUpperCase();
  const file = value("infile");
  const body = value("body") ?? value("form") ?? (named.has("uri") ? (call.input ?? undefined) : undefined);
  const data = file === undefined ? body : perform(call, read, { file });
  // Data in headers is sent, too, but variables of the environment are how programs get their tokens.
  const headers = (named.has("headers") ? nonLiteralOrigins(value("headers") ?? noneValue) : []).filter(
    ({ kind }) => kind === "file" || kind === "secret" || kind === "output",
  );
  const isGet =
    (method === undefined || /^(?:GET|HEAD|OPTIONS)$/.test(method)) && data === undefined && headers.length === 0;
  const inAddress = url === undefined ? [] : nonLiteralOrigins(url);
  const other = headers.length > 0 ? headers : inAddress.length > 0 ? inAddress : ([{ kind: "literal" }] as const);
  const answer = isGet ? fetched(call, url) : sent(call, url, data ?? unknownValueFrom(other));
  const output = value("outfile");
  if (output === undefined) return answer;
  perform(call, [{ kind: "write", target: "to", mode: "replace", from: "answer" }], { to: output, answer });
  return noneValue;
}

function transfer({ value, call }: Bound): Value {
  const [source, destination] = [value("source"), value("destination")];
  if (/^upload/i.test(textOf(value("transfertype")) ?? ""))
    sent(call, destination, perform(call, read, { file: source }));
  else
    perform(call, [{ kind: "write", target: "to", mode: "replace", from: "answer" }], {
      answer: fetched(call, source),
      to: destination ?? textValue("."),
    });
  return noneValue;
}

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
