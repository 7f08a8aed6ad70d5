/** Catalogue rows for containers, clusters and virtual machines: `docker`, `kubectl`, `vagrant`. */
import type { CatalogueEntry } from "./entry.ts";
import { row, rowsOf } from "./rows.ts";

const runValued =
  "-v --volume -u --user -e --env -w --workdir -p --publish --name --network --net --mount --entrypoint --env-file -h -m --label --restart --pid --ipc --cap-add --device --security-opt --platform";

/** The catalogue rows for containers, clusters and virtual machines: `docker`, `kubectl`, `vagrant`. */
export const containers: readonly CatalogueEntry[] = [
  row("podman", "system|machine|volume|pod reset|rm|prune", { discards: "containers, images and volumes" }),
  ...rowsOf({ names: "docker podman nerdctl" }, [
    { subcommand: "stop|kill|restart|pause", signals: "operands", valued: "-t --time -s --signal" },
    { subcommand: "compose down|stop|kill|restart", signals: "operands" },
    { subcommand: "rm|rmi", discards: "containers or images" },
    {
      subcommand: "container|image|volume|network|system|builder|buildx|compose rm|prune|remove",
      discards: "containers, images or volumes",
      unless: "--dry-run",
    },
    { subcommand: "container stop|kill", signals: "operands" },
    { subcommand: "compose down", discards: "volumes", needs: "-v --volumes" },
    { subcommand: "push|login", contacts: "configured", out: true },
    { subcommand: "push", remote: { change: "publish", service: "a container registry", what: "an image" } },
    {
      subcommand: "image|manifest push",
      remote: { change: "publish", service: "a container registry", what: "an image" },
    },
    {
      subcommand: "build|buildx",
      remote: { change: "publish", service: "a container registry", what: "an image" },
      needs: "--push",
    },
  ]),
  row("crane skopeo oras cosign", "", {
    remote: { change: "publish", service: "a container registry", what: "an image" },
    matching: /^(push|copy|append|mutate|delete|tag|sign|attach)$/,
  }),
  ...rowsOf({ names: "docker podman nerdctl" }, [
    { subcommand: "cp", copies: "first operands", recursive: true },
    { subcommand: "save|export", replaces: "value of -o --output", valued: "-o --output" },
    { subcommand: "run|create", privilege: "root", needs: "--privileged --pid --cap-add --device", valued: runValued },
    {
      subcommand: "run|create",
      privilege: "root",
      needs: "-v --volume --mount",
      matching: /^\/(etc|root|var\/run\/docker\.sock|home|boot|proc|sys)?(:|$)|docker\.sock|source=\/(,|$)/,
      valued: runValued,
    },
    { subcommand: "run|create|build", reads: "left of value of -v --volume", recursive: true, valued: runValued },
    {
      subcommand: "build",
      reads: "operands",
      recursive: true,
      valued: "-t --tag -f --file --build-arg --target --platform --label --secret --cache-from --cache-to",
    },
  ]),
  row("docker podman nerdctl", "run|create", { privilege: "root", grants: true, needs: "--privileged" }),
  row("kubectl oc k3s", "delete|drain", {
    remote: { change: "delete", service: "a cluster", what: "resources" },
    unless: "--dry-run",
  }),
  row("kubectl oc k3s", "delete", {
    signals: "nothing",
    matching:
      /^(all|po|pods?|deploy|deployments?|rs|replicasets?|sts|statefulsets?|ds|daemonsets?|jobs?|rc|svc|services?|ns|namespaces?|no|nodes?)([/,.]|$)/,
    unless: "--dry-run",
  }),
  row("kubectl oc k3s", "drain", { signals: "nothing", unless: "--dry-run" }),
  row("kubectl oc", "rollout restart", { signals: "nothing" }),
  row("kubectl oc", "scale", { signals: "nothing", needs: "--replicas", matching: /^0$/, valued: "--replicas" }),
  ...rowsOf({ names: "kubectl oc" }, [
    {
      subcommand:
        "apply|create|replace|patch|scale|rollout|set|edit|run|expose|annotate|label|taint|cordon|autoscale|debug",
      contacts: "configured",
      out: true,
      unless: "--dry-run",
    },
    {
      subcommand: "apply|create|replace|patch|scale|set|edit|run|expose|annotate|label|taint|cordon|uncordon|autoscale",
      remote: { change: "change", service: "a cluster", what: "resources" },
      unless: "--dry-run",
    },
    {
      subcommand: "rollout restart|undo|pause|resume",
      remote: { change: "change", service: "a cluster", what: "a deployment" },
    },
    {
      subcommand: "create clusterrolebinding|rolebinding|clusterrole|role",
      remote: { change: "grant", service: "a cluster", what: "rights" },
      unless: "--dry-run",
    },
  ]),
  row("oc", "adm policy", { remote: { change: "grant", service: "a cluster", what: "rights" } }),
  row("kubectl oc", "config set-cluster", {
    contacts: "value of --server",
    valued: "--certificate-authority --tls-server-name --proxy-url --embed-certs",
  }),
  row("kubectl oc", "config view", { reads: "~/.kube/config", needs: "--raw" }),
  row("kubectl oc", "cp", { copies: "first operands", transfers: true }),
  row("kubectl oc", "port-forward|proxy", { listens: true, needs: "--address" }),
  row("kind minikube k3d ctlptl", "delete", { discards: "a cluster" }),
  row("k3d", "cluster|node|registry delete", { discards: "a cluster" }),
  row("kind minikube", "stop", { signals: "nothing" }),
  row("vagrant", "destroy", { discards: "a virtual machine" }),
  row("virsh lxc multipass incus", "", {
    discards: "a virtual machine",
    matching: /^(undefine|delete|destroy|purge)$/,
  }),
];
