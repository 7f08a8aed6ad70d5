import type { Bound, Cmdlet } from "../bind.ts";
import { emit } from "../evaluation.ts";
import { emitRead, emitWrite, targetsOf } from "../file-effects.ts";
import { emitFetch, emitSend } from "../network.ts";
import { dataOrigins, itemsOf, nothing, originsOf, textOf, type Value } from "../value.ts";

/** Cmdlets that use the network. */
export const networkCmdlets: readonly Cmdlet[] = [
  {
    names: "Invoke-WebRequest iwr curl wget Invoke-RestMethod irm",
    at: "uri",
    valued:
      "method custommethod body infile outfile headers contenttype useragent proxy timeoutsec credential websession sessionvariable certificate maximumredirection form token authentication transferencoding",
    switches:
      "usebasicparsing usedefaultcredentials skipcertificatecheck disablekeepalive passthru allowunencryptedauthentication resume skiphttperrorcheck",
    run: request,
  },
  {
    names: "Start-BitsTransfer",
    at: "source destination",
    valued: "transfertype displayname description priority",
    switches: "asynchronous",
    run: transfer,
  },
  {
    names: "Send-MailMessage",
    at: "to subject body smtpserver",
    valued: "from attachments cc bcc port credential encoding",
    switches: "usessl bodyashtml",
    run: mail,
  },
  { names: "Resolve-DnsName", at: "name type server", run: resolve },
];

function request({ value, call }: Bound): Value {
  const url = value("uri") ?? call.input;
  const method = textOf(value("method") ?? value("custommethod"))?.toUpperCase();
  const file = value("infile");
  const body = value("body") ?? value("form") ?? (value("uri") === undefined ? undefined : call.input);
  const sent = file === undefined ? body : emitRead(call, file, true);
  // Data in headers is sent, too, but variables of the environment are how programs get their tokens.
  const headers = originsOf(value("headers")).filter(
    ({ kind }) => kind === "file" || kind === "secret" || kind === "output",
  );
  const isGet =
    (method === undefined || /^(?:GET|HEAD|OPTIONS)$/.test(method)) && sent === undefined && headers.length === 0;
  const answer = isGet
    ? emitFetch(call, url)
    : emitSend(
        call,
        url,
        sent ?? { from: headers.length > 0 ? headers : url?.from.length ? url.from : [{ kind: "literal" }] },
      );
  const output = value("outfile");
  if (output !== undefined) emitWrite(call, "replace", targetsOf(output, call, true), answer);
  return output === undefined ? answer : nothing;
}

function transfer({ value, call }: Bound): Value {
  const [source, destination] = [value("source"), value("destination")];
  if (/^upload/i.test(textOf(value("transfertype")) ?? "")) emitSend(call, destination, emitRead(call, source, true));
  else {
    const answer = emitFetch(call, source);
    emitWrite(call, "replace", targetsOf(destination ?? { text: ".", from: [] }, call, true), answer);
  }
  return nothing;
}

function mail({ value, call }: Bound): Value {
  const files = itemsOf(value("attachments")).map((each) => emitRead(call, each, true));
  const from = dataOrigins({ from: originsOf(value("body"), value("subject"), ...files) });
  emit(call, {
    kind: "network",
    direction: "out",
    host: textOf(value("smtpserver"))?.toLowerCase() ?? null,
    protocol: "smtp",
    from,
  });
  return nothing;
}

function resolve({ value, call }: Bound): Value {
  const name = value("name");
  const isData = name !== undefined && name.from.length > 0;
  emit(call, {
    kind: "network",
    direction: isData ? "out" : "in",
    host: textOf(name) ?? null,
    protocol: "dns",
    from: isData ? name.from : [],
  });
  return { from: [{ kind: "network", host: textOf(name) ?? null }] };
}
