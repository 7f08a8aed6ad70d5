// Catalogue rows for containers, clusters and clouds: `docker`, `kubectl`, `aws`.
import type { CatalogueEntry } from "./entry.ts";

const runValued =
  "-v --volume -u --user -e --env -w --workdir -p --publish --name --network --net --mount --entrypoint --env-file -h -m --label --restart --pid --ipc --cap-add --device --security-opt --platform";

/** The catalogue rows for containers, clusters and clouds: `docker`, `kubectl`, `aws`. */
export const containers: readonly CatalogueEntry[] = [
  {
    names: "docker podman nerdctl",
    subcommand: "stop|kill|restart|pause",
    signals: "operands",
    valued: "-t --time -s --signal",
  },
  { names: "docker podman nerdctl", subcommand: "compose down|stop|kill|restart", signals: "operands" },
  { names: "docker podman nerdctl", subcommand: "rm|rmi", discards: "containers or images" },
  {
    names: "docker podman nerdctl",
    subcommand: "container|image|volume|network|system|builder|buildx|compose rm|prune|remove",
    discards: "containers, images or volumes",
  },
  { names: "docker podman nerdctl", subcommand: "container stop|kill", signals: "operands" },
  { names: "docker podman nerdctl", subcommand: "compose down", discards: "volumes", needs: "-v --volumes" },
  { names: "docker podman nerdctl", subcommand: "push|login", contacts: "configured", out: true },
  { names: "docker podman nerdctl", subcommand: "cp", copies: "first operands", recursive: true },
  {
    names: "docker podman nerdctl",
    subcommand: "save|export",
    replaces: "value of -o --output",
    valued: "-o --output",
  },
  {
    names: "docker podman nerdctl",
    subcommand: "run|create",
    privilege: "root",
    needs: "--privileged --pid --cap-add --device",
    valued: runValued,
  },
  {
    names: "docker podman nerdctl",
    subcommand: "run|create",
    privilege: "root",
    needs: "-v --volume --mount",
    matching: /^\/(etc|root|var\/run\/docker\.sock|home|boot|proc|sys)?(:|$)|docker\.sock|source=\/(,|$)/,
    valued: runValued,
  },
  {
    names: "docker podman nerdctl",
    subcommand: "run|create",
    reads: "left of value of -v --volume",
    recursive: true,
    valued: runValued,
  },
  {
    names: "docker podman nerdctl",
    subcommand: "build",
    reads: "operands",
    recursive: true,
    valued: "-t --tag -f --file --build-arg --target --platform --label --secret --cache-from --cache-to",
  },
  { names: "kubectl oc k3s", subcommand: "delete|drain", discards: "resources of a cluster" },
  {
    names: "kubectl oc",
    subcommand: "apply|create|replace|patch|scale|rollout|set|edit|run|expose|annotate|label|taint|cordon",
    contacts: "configured",
    out: true,
  },
  { names: "kubectl oc", subcommand: "config view", reads: "~/.kube/config", needs: "--raw" },
  { names: "kubectl oc", subcommand: "cp", copies: "first operands", transfers: true },
  { names: "kubectl oc", subcommand: "port-forward|proxy", listens: true, needs: "--address" },
  { names: "kind minikube k3d eksctl", subcommand: "delete", discards: "a cluster" },
  { names: "kind minikube", subcommand: "stop", signals: "nothing" },
  {
    names: "terraform tofu pulumi terragrunt",
    subcommand: "destroy|apply|taint|state|import",
    discards: "resources of a cloud",
    unless: "-help --dry-run",
  },
  { names: "vagrant", subcommand: "destroy", discards: "a virtual machine" },
  { names: "virsh lxc multipass incus", discards: "a virtual machine", matching: /^(undefine|delete|destroy|purge)$/ },

  // Cloud services.
  {
    names: "aws",
    subcommand: "s3 cp|mv|sync",
    copies: "first operands",
    recursive: "--recursive",
    transfers: true,
    valued: "--profile --region --exclude --include --acl --endpoint-url",
  },
  { names: "aws", discards: "resources of a cloud", matching: /^(rm|rb|delete-.*|terminate-.*)$/ },
  { names: "gsutil", subcommand: "cp|mv|rsync", copies: "first operands", recursive: "-r -R", transfers: true },
  { names: "gsutil", subcommand: "rm|rb", discards: "resources of a cloud" },
  {
    names: "gcloud az doctl linode-cli hcloud flyctl fly heroku vercel netlify",
    discards: "resources of a cloud",
    matching: /^(delete|destroy|rm|remove|purge|apps:destroy)$/,
  },
  {
    names: "gcloud az doctl heroku vercel netlify firebase flyctl fly serverless sls cdk pulumi ansible-playbook eb",
    contacts: "configured",
    out: true,
    matching: /^(deploy|push|apply|up|publish|create|upload.*|cp|copy)$/,
  },
  { names: "s3cmd mc b2 az", subcommand: "put|cp|sync|mirror|upload", copies: "first operands", transfers: true },
  {
    names: "aws gcloud az doctl linode-cli hcloud oci ibmcloud",
    contacts: "configured",
    out: true,
    matching: /^(create|put|update|modify|run|start|attach|import|register|associate|enable|set|add|grant)(-.*)?$/,
  },
];
