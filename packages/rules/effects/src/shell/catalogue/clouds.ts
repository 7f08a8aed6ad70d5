/** Catalogue rows for clouds and for tools that change them: `aws`, `gcloud`, `terraform`. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const transferOptions = "--profile --region --exclude --include --acl --endpoint-url";

/** Programs that control a cloud by `SERVICE VERB` or `VERB`. */
const cloudPrograms =
  "aws gcloud az doctl linode-cli hcloud oci ibmcloud scw ovhai exo vultr-cli civo flyctl fly heroku vercel netlify railway render eksctl azd wrangler turso neonctl supabase planetscale pscale databricks snow bq gsutil";

/** Verbs of clouds that end what a cloud holds. */
const deleting =
  /^(rm|rb|remove|delete|destroy|terminate|purge|deregister|release|schedule-key-deletion|apps:destroy|batch-delete|unsubscribe|down)(-[\w-]+)?$|^[\w-]+:(delete|destroy|remove|rm)$/;

/** Verbs of clouds that give rights to somebody: policies of who may use something, grants, keys, members, shared images, open ports. */
const granting = new RegExp(
  `^(?:${[
    "(?:add|attach|put|set|update|replace)-(?:[a-z0-9]+-)*(?:iam|user|role|group|bucket|resource|key|repository|registry|access|point|system|container|permissions)-policy(?:-binding)?",
    "put-(?:bucket|object)-acl|(?:put|delete)-public-access-block",
    "(?:add|grant|batch-grant|modify)-(?:[a-z0-9]+-)*permissions?|create-grant|add-user-to-group|access:add|members:add",
    "create-access-key|create-login-profile|(?:create|associate)-resource-share",
    "modify-(?:[a-z0-9]+-)*(?:image|snapshot)-attribute|authorize-(?:[a-z0-9]+-)*(?:ingress|access)",
  ].join("|")})$`,
);

/** Verbs of clouds that create or change what a cloud holds. */
const changing =
  /^(create|put|update|modify|run|start|stop|reboot|restart|attach|detach|import|register|associate|enable|disable|set|add|grant|deploy|promote|scale|resize|rollback|publish|tag|untag|invoke|send-message|send-email|restore|reset|link|push|apply|up|migrate|provision|mb|new|domains:add|config:set|ps:scale|env:set)(-[\w-]+)?$/;

/** The catalogue rows for clouds and for tools that change them: `aws`, `gcloud`, `terraform`. */
export const clouds: readonly CatalogueEntry[] = [
  ...rowsOf({ names: "aws", valued: transferOptions, unless: "--dryrun" }, [
    { subcommand: "s3 cp|mv|sync", copies: "first operands", recursive: "--recursive", transfers: true },
    {
      subcommand: "s3 sync",
      remote: { change: "delete", service: "AWS", what: "files of a bucket" },
      needs: "--delete",
    },
  ]),
  row("gsutil", "cp|mv|rsync", { copies: "first operands", recursive: "-r -R", transfers: true, unless: "-n" }),
  ...rowsOf({ names: "az gcloud gsutil", remote: { change: "grant", service: "a cloud", what: "rights" } }, [
    { subcommand: "role assignment create" },
    { subcommand: "iam|acl|defacl ch|set" },
    { subcommand: "keyvault set-policy" },
    { subcommand: "ad group member|owner add" },
    { subcommand: "sql|postgres|mysql server|flexible-server firewall-rule create" },
    { subcommand: "network nsg rule create" },
    { subcommand: "compute firewall-rules create" },
    { subcommand: "iam service-accounts keys create" },
  ]),
  row("aws", "", {
    remote: { change: "grant", service: "AWS", what: "rights to everybody" },
    needs: "--acl --grants --grant-read --grant-write --grant-read-acp --grant-write-acp --grant-full-control",
    matching: /^(public-read|public-read-write|authenticated-read)$|\/groups\/global\//,
    valued: "--acl --grants --grant-read --grant-write --grant-read-acp --grant-write-acp --grant-full-control",
    unless: "--dryrun",
  }),
  row("gsutil", "cp|rsync", {
    remote: { change: "grant", service: "a cloud", what: "rights to everybody" },
    needs: "-a",
    matching: /^(public-read|public-read-write|authenticated-read)$/,
    valued: "-a",
  }),
  row("s3cmd", "put|sync|cp|mv|setacl", {
    remote: { change: "grant", service: "a cloud", what: "rights to everybody" },
    needs: "-P --acl-public --acl-grant",
  }),
  row("az", "storage container set-permission|create", {
    remote: { change: "grant", service: "Azure", what: "rights to everybody" },
    needs: "--public-access",
    matching: /^(blob|container)$/,
    valued: "--public-access -n --name --account-name --account-key --auth-mode --metadata",
  }),
  row("gcloud", "storage cp|mv|rsync", { copies: "first operands", recursive: true, transfers: true }),
  row("s3cmd mc b2 s5cmd rclone", "put|cp|sync|mirror|upload|copy|move", {
    copies: "first operands",
    transfers: true,
    unless: "--dry-run",
  }),
  row("az", "storage blob|file upload|upload-batch", {
    reads: "value of -f --file --source -s",
    remote: { change: "upload", service: "Azure", what: "files" },
    valued: "-c --container-name -n --name -d --destination --account-name --account-key",
  }),
  ...rowsOf({ names: cloudPrograms }, [
    {
      remote: { change: "delete", service: "a cloud", what: "resources" },
      matching: deleting,
      unless: "--dry-run --dryrun",
    },
    { remote: { change: "grant", service: "a cloud", what: "rights" }, matching: granting, unless: "--dry-run" },
    {
      remote: { change: "change", service: "a cloud", what: "resources" },
      matching: changing,
      unless: "--dry-run --dryrun --generate-cli-skeleton",
    },
  ]),
  row("vercel netlify firebase surge now gh-pages wrangler deployctl modal", "", {
    remote: { change: "publish", service: "a host of web sites", what: "the project" },
    matching: /^(deploy|--prod|pages)$/,
    unless: "--dry-run",
  }),
  row("vercel surge gh-pages", "", {
    remote: { change: "publish", service: "a host of web sites", what: "the project" },
    needs: "--prod -d --dist",
  }),
  row(
    "serverless sls cdk cdktf sst copilot eb sam zappa chalice capistrano cap kamal skaffold tilt helmfile argocd flux werf garden nomad waypoint",
    "",
    {
      contacts: "configured",
      out: true,
      remote: { change: "change", service: "a cloud", what: "the deployment" },
      matching: /^(deploy|destroy|remove|apply|sync|run|setup|up|terminate|rollback|delete|create|job|app)$/,
      unless: "--dry-run --noop",
    },
  ),
  row("s3cmd mc b2 s5cmd s4cmd", "", {
    remote: { change: "delete", service: "a cloud", what: "files or buckets" },
    matching: /^(?:rm|rb|del|delete|delete-\w+|rmdir|mb-rm|hide|hide-file)$/,
    unless: "--dry-run -n",
  }),
  row("flux", "uninstall|delete", {
    remote: { change: "delete", service: "a cluster", what: "resources" },
    unless: "--dry-run",
  }),
  row("terraform tofu terragrunt pulumi", "destroy|down", {
    remote: { change: "delete", service: "a cloud", what: "resources" },
    unless: "-help",
  }),
  row("terraform tofu terragrunt pulumi", "apply|up|update|refresh|import|taint|untaint|run-all", {
    remote: { change: "change", service: "a cloud", what: "resources" },
    unless: "-help --dry-run --preview-only",
  }),
  row("terraform tofu terragrunt", "state rm|mv|push|replace-provider", {
    discards: "resources from the state of Terraform",
    unless: "-dry-run",
  }),
  row("terraform tofu terragrunt", "workspace delete", { discards: "a workspace of Terraform" }),
  row("terraform tofu terragrunt", "force-unlock", { discards: "a lock of Terraform" }),
  row("pulumi", "stack|state rm|delete", { discards: "a stack of Pulumi" }),
  row("ansible-playbook ansible", "", {
    contacts: "configured",
    out: true,
    remote: { change: "change", service: "other machines", what: "the configuration" },
    unless: "-C --check --syntax-check --list-hosts --list-tasks --list-tags -h --version",
  }),
  row("helm", "install|upgrade|rollback", {
    remote: { change: "change", service: "a cluster", what: "a release" },
    unless: "--dry-run",
  }),
];
