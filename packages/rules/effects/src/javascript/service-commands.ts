// Clients of services on other machines: clouds, forges, payments. Their methods are read by the verbs in their names.
import { changeOf, revealsSecret, wordsOf } from "../service-verbs.ts";
import { emit, type Interpreter, type Span } from "./interpreter.ts";
import { exactText, fieldOf, joinedOrigins, known, type Value } from "./value.ts";

/** The services by their packages; a package that ends with `/` stands for all of a scope. To add a service, add its package. */
const services: readonly (readonly [service: string, packages: string])[] = [
  ["AWS", "@aws-sdk/ aws-sdk"],
  ["Google Cloud", "@google-cloud/ googleapis firebase-admin"],
  ["Azure", "@azure/ @microsoft/microsoft-graph-client"],
  ["a cluster", "@kubernetes/client-node"],
  ["a cloud", "@vercel/sdk cloudflare hcloud-js @digitalocean/ heroku-client netlify"],
  ["a code forge", "@octokit/ octokit @gitbeaker/ bitbucket"],
  ["a payment service", "stripe @paypal/ braintree plaid square @adyen/ ccxt ethers web3"],
  [
    "a messaging service",
    "@slack/ discord.js telegraf node-telegram-bot-api twilio @sendgrid/ twitter-api-v2 mailgun.js",
  ],
  ["a directory", "ldapjs ldapts @okta/ auth0 @keycloak/"],
  ["a work tracker", "jira-client jira.js @notionhq/client asana @linear/sdk @hubspot/"],
];

/** The package of a function of a service; `undefined` for other libraries. */
function serviceOf(name: string): { readonly service: string; readonly root: string } | undefined {
  for (const [service, packages] of services)
    for (const each of packages.split(" ")) {
      const isOwn = each.endsWith("/") ? name.startsWith(each) : name === each || name.startsWith(`${each}.`);
      if (isOwn) return { service, root: each.endsWith("/") ? (name.split(".")[0] ?? name) : each };
    }
  return;
}

/**
 * Emits what a function or method of a service does: `octokit.repos.delete(…)`, `new DeleteBucketCommand(…)`.
 *
 * @returns the client, whose methods are read as those of the service; `undefined` for other libraries
 */
export function callService(
  name: string,
  args: readonly Value[],
  span: Span,
  interpreter: Interpreter,
): Value | undefined {
  const found = serviceOf(name);
  if (found === undefined) return;
  const { service, root } = found;
  const last = name.slice(name.lastIndexOf(".") + 1);
  const result = known({ kind: "library", name: root }, joinedOrigins(args));
  if (name === root) return result;
  const isCommand = /^[A-Z]\w*Command$/.test(last);
  const words = wordsOf(last.replace(/Command$/, ""));
  if (/^[A-Z]/.test(last) && !isCommand) return result;
  if (revealsSecret(words)) {
    const what = `a secret of ${service}`;
    emit(interpreter, { kind: "reveal", by: last, what }, span);
    return { ...result, from: [...result.from, { kind: "secret", what }] };
  }
  const change = last === "send" && service === "AWS" ? undefined : changeOf(words);
  const what =
    exactText(fieldOf(args[0], "Bucket") ?? fieldOf(args[0], "TableName") ?? fieldOf(args[0], "repo")) ?? null;
  if (change !== undefined) emit(interpreter, { kind: "remote", by: last, change, service, what }, span);
  return result;
}
