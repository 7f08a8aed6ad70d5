// Clients of services on other machines: clouds, clusters, forges, payments. Their methods are read by the verbs in their names.
import { changeOf, revealsSecret, wordsOf } from "../service-verbs.ts";
import { argumentOrigins } from "../engine/arguments.ts";
import { isDocumentStore } from "./catalogue/databases.ts";
import { type Call, emit } from "../engine/interpreter.ts";
import { objectValue, type PassedArgument, type Value, withAddedOrigins } from "../engine/value.ts";

/** The services by the dotted names of their libraries. To add a service, add its library to a row. */
const libraries: readonly { readonly service: string; readonly names: string }[] = [
  { service: "AWS", names: "boto3 botocore aioboto3 aiobotocore" },
  { service: "Google Cloud", names: "google.cloud googleapiclient.discovery firebase_admin gspread" },
  { service: "Azure", names: "azure msgraph" },
  { service: "a cluster", names: "kubernetes kubernetes_asyncio openshift" },
  { service: "a cloud", names: "digitalocean pydo linode_api4 hcloud oci libcloud openstack vultr pulumi_automation" },
  { service: "a code forge", names: "github gitlab ghapi gidgethub bitbucket atlassian" },
  { service: "a hub", names: "huggingface_hub kaggle dropbox b2sdk minio oss2 qiniu zenodo" },
  {
    service: "a payment service",
    names: "stripe paypalrestsdk braintree plaid adyen square coinbase ccxt binance alpaca web3",
  },
  {
    service: "a messaging service",
    names: "slack_sdk slack discord telegram twilio sendgrid mailchimp tweepy praw mastodon",
  },
  { service: "a directory", names: "ldap3 ldap okta msal keycloak" },
  {
    service: "a work tracker",
    names: "jira notion_client asana trello todoist_api_python hubspot shopify simple_salesforce zenpy",
  },
  { service: "a key-value store", names: "consul etcd3 hvac kazoo" },
];

const serviceByLibrary: ReadonlyMap<string, string> = new Map(
  libraries.flatMap(({ service, names }) => names.split(" ").map((name) => [name, service])),
);

const prefix = "client of ";

/** The service of a library by the dotted name of one of its functions; `undefined` for other libraries. */
export function serviceOfFunction(name: string): string | undefined {
  let end = name.indexOf(".");
  const first = serviceByLibrary.get(end === -1 ? name : name.slice(0, end));
  if (first !== undefined || end === -1) return first;
  end = name.indexOf(".", end + 1);
  return serviceByLibrary.get(end === -1 ? name : name.slice(0, end));
}

/** The service of a library object by its type; `undefined` for other objects. */
export function serviceOfType(type: string): string | undefined {
  return type.startsWith(prefix) ? type.slice(prefix.length) : serviceOfFunction(type);
}

/** Whether the items of an object are read as the object itself: pages of a service, the heads of a repository,
 * the containers of docker, the collections of a database. */
export function isPartOfItself(type: string): boolean {
  return type.startsWith(prefix) || type === "git.Repo" || type === "docker" || isDocumentStore(type);
}

/**
 * Emits what a function or method of a service does, by the verb in its name: `delete_bucket`, `setIamPolicy`. Its result
 * belongs to the service, too: a page of a list, an item with methods.
 */
export function callService(service: string, { name, self, passed, span, interpreter }: Call): Value {
  const words = wordsOf(name.slice(name.lastIndexOf(".") + 1));
  const base = { by: name, certainty: interpreter.certainty, start: span.start, end: span.end };
  const result = objectValue(`${prefix}${service}`, argumentOrigins(passed, self?.from ?? []));
  if (revealsSecret(words)) {
    const what = `a secret of ${service}`;
    emit(interpreter, { ...base, kind: "reveal", what });
    return withAddedOrigins(result, [{ kind: "secret", what }]);
  }
  const change = changeOf(words);
  const isOutput = self === null && /^[A-Z]/.test(name.slice(name.lastIndexOf(".") + 1));
  if (change !== undefined && !isOutput && !isDryRun(passed))
    emit(interpreter, { ...base, kind: "remote", change, service, what: null });
  return result;
}

/** Whether the arguments say that nothing changes: `DryRun=True`. */
function isDryRun(passed: readonly PassedArgument[]): boolean {
  return passed.some(
    ({ name, value }) =>
      /^(DryRun|dry_run)$/.test(name ?? "") &&
      value.alternatives.some((each) => each.kind === "text" || (each.kind === "constant" && each.constant === true)),
  );
}
