// Clients of services on other machines: clouds, clusters, forges, payments.

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

/** The services of libraries, by the names of the libraries. */
export const services: ReadonlyMap<string, string> = new Map(
  libraries.flatMap(({ service, names }) => names.split(" ").map((name) => [name, service])),
);
