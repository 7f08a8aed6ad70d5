/** Reads calls of cloud and payment clients in JavaScript by the verb in the method's name. */
import type { RemoteEffect } from "../effects.ts";
import { argumentOrigins } from "../engine/arguments.ts";
import type { SortedCall } from "../engine/interpreter.ts";
import { objectField } from "../engine/library-call.ts";
import { emitServiceCall } from "../engine/services.ts";
import { exactText, exactValue, type Value } from "../engine/value.ts";
import { changeOf, wordsOf } from "../service-verbs.ts";

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

/** The packages by the beginning of their names. */
const byBeginning: ReadonlyMap<string, readonly { readonly service: string; readonly name: string }[]> = Map.groupBy(
  services.flatMap(([service, packages]) => packages.split(" ").map((name) => ({ service, name }))),
  ({ name }) => beginningOf(name),
);

/** Returns the package at the start of a dotted name. */
function beginningOf(name: string): string {
  return name.split(/[./]/, 1)[0] ?? "";
}

/** The package of a function of a service; `undefined` for other libraries. */
function serviceOf(name: string): { readonly service: string; readonly root: string } | undefined {
  for (const { service, name: each } of byBeginning.get(beginningOf(name)) ?? []) {
    const isScope = each.endsWith("/");
    const isOwn = isScope ? name.startsWith(each) : name === each || name.startsWith(`${each}.`);
    if (isOwn) return { service, root: isScope ? (name.split(".")[0] ?? name) : each };
  }
  return undefined;
}

/**
 * Emits what a function or method of a service does: `octokit.repos.delete(…)`, `new DeleteBucketCommand(…)`.
 *
 * @returns the client, whose methods are read as methods of the service; `undefined` for other libraries
 */
export function callService({ name, passed, positional, span, interpreter }: SortedCall): Value | undefined {
  const found = serviceOf(name);
  if (found === undefined) return undefined;
  const { service, root } = found;
  const by = name.slice(name.lastIndexOf(".") + 1);
  const result = exactValue({ kind: "library", name: root }, argumentOrigins(passed, []));
  const isCommand = /^[A-Z]\w*Command$/.test(by);
  if (name === root || (/^[A-Z]/.test(by) && !isCommand)) return result;
  const words = wordsOf(by.replace(/Command$/, ""));
  const change =
    by === "request"
      ? changeOfRequest(exactText(positional[0]))
      : by === "send" && service === "AWS"
        ? undefined
        : changeOf(words);
  const what = ["Bucket", "TableName", "repo"]
    .map((field) => exactText(objectField(positional[0], field)))
    .find(Boolean);
  const place = { by, start: span.start, end: span.end };
  return emitServiceCall({ service, words, change, what: what ?? null, place, result }, interpreter);
}

/** The change that a route with a method asks for: `octokit.request("DELETE /repos/{owner}/{repo}")`. */
function changeOfRequest(route = ""): RemoteEffect["change"] | undefined {
  const [method] = /^(?:DELETE|PATCH|PUT|POST)(?= )/i.exec(route) ?? [];
  return method === undefined ? undefined : /^delete$/i.test(method) ? "delete" : "change";
}
