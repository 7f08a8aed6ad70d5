/** Clusters on this machine for development: those that the script made (`kind create cluster`), and which one later commands use. */
import { type Argument, literalText } from "./argument.ts";
import { type Evaluation, setSetting } from "./evaluation.ts";
import { valuesOfOption } from "./option-values.ts";
import type { ProgramCall } from "./program-call.ts";

/** The setting with the context that commands use which name none; `null` if it is unknown. */
const usedCluster = "cluster in use";

/** Records the cluster that a call makes, and the context that it chooses. */
export function recordCluster(name: string, words: readonly Argument[], evaluation: Evaluation): void {
  if (!clusterPrograms.test(name) && !words.some((word) => choosesContext.test(literalText(word) ?? ""))) return;
  const texts = words.slice(1).map((word) => literalText(word) ?? "");
  const made = madeCluster(name, words.slice(1));
  if (made !== undefined) {
    setSetting(`cluster ${made}`, "created", evaluation);
    const isUsed = !texts.some((text) => keepsContext.test(text));
    if (isUsed) setSetting(usedCluster, made, evaluation);
    return;
  }
  if (!texts.some((text) => choosesContext.test(text)) && name !== "kubectx") return;
  const at = name === "kubectx" ? 0 : texts.indexOf("use-context") + 1;
  const chosen = name === "kubectx" || at > 0 ? texts[at] : undefined;
  setSetting(usedCluster, chosen || null, evaluation);
  // A context may now have the name of another one.
  if (texts.some((text) => /^(?:rename-context|set-context|set-cluster)$/.test(text)))
    setSetting(changedContexts, "changed", evaluation);
}

const clusterPrograms = /^(?:kind|k3d|minikube|kubectx)$/;
const choosesContext =
  /^(?:use-context|rename-context|set-context|set-cluster|unset|delete-context|update-kubeconfig|get-credentials|kubeconfig|write-kubeconfig)$/;
const keepsContext = /^--(?:kubeconfig$|kubeconfig=|keep-context|kubeconfig-(?:switch-context|update-default)=false)/;
const changedContexts = "contexts of clusters";

/** The context of the cluster that a call makes. It fails if there is one of this name. */
function madeCluster(name: string, words: readonly Argument[]): string | undefined {
  const [first, second, ...rest] = words.map((word) => literalText(word) ?? "");
  if (name === "kind" && first === "create" && second === "cluster") return `kind-${optionOf(words, "name") ?? "kind"}`;
  if (name === "k3d" && first === "cluster" && second === "create") return `k3d-${operandOf(rest) ?? "k3s-default"}`;
  return undefined;
}

/** The value of `--name x` or `--name=x`; empty if it is unknown. */
function optionOf(words: readonly Argument[], name: string): string | undefined {
  const [value] = valuesOfOption(`--${name}`, words);
  return value && (literalText(value) ?? "");
}

/** The first word, if it is no option. */
function operandOf([first]: readonly string[]): string | undefined {
  return first === undefined || first.startsWith("-") ? undefined : first;
}

/**
 * Whether a call changes only a cluster of this machine: one that the script made, or, unless it deletes something or gives rights, one whose
 * context has the name that `kind`, `k3d`, `minikube` or Docker Desktop give.
 */
export function changesOwnCluster({ name, entry, words, state, evaluation: { settings } }: ProgramCall): boolean {
  if (!/^(?:kubectl|helm|kind|k3d)$/.test(name) || entry.reveals !== undefined) return false;
  const texts = words.map((word) => literalText(word) ?? "");
  const [first, second, ...rest] = texts;
  const isMade = (context: string): boolean => settings.get(`cluster ${context}`) === "created";
  if (name === "kind") return first === "delete" && isMade(`kind-${optionOf(words, "name") ?? "kind"}`);
  if (name === "k3d")
    return first === "cluster" && second === "delete" && isMade(`k3d-${operandOf(rest) ?? "k3s-default"}`);
  // A manifest from an address is code that nobody has read.
  const isElsewhere = texts.some((text) =>
    /^(?:--kubeconfig|--server|--cluster|--kube-apiserver|-s)(?:=|$)|^https?:/.test(text),
  );
  if (isElsewhere || state.variables.has("KUBECONFIG")) return false;
  const named = optionOf(words, name === "helm" ? "kube-context" : "context");
  const context = named ?? settings.get(usedCluster);
  if (typeof context !== "string") return false;
  if (isMade(context)) return true;
  const isHarmless = entry.discards === undefined && !/^(?:delete|grant)$/.test(entry.remote?.change ?? "");
  return (
    isHarmless &&
    !settings.has(changedContexts) &&
    /^(?:kind-[\w-]+|k3d-[\w-]+|minikube|docker-desktop|rancher-desktop|orbstack|colima)$/.test(context)
  );
}
