import type { CallEntry } from "../../engine/call-entry.ts";

/** Functions that download code or models from hubs and run them, and that upload to hubs. */
export const hubCalls: readonly CallEntry[] = [
  {
    calls: "torch.hub.load torch.hub.list torch.hub.help",
    parameters: "name|repo_or_dir model",
    effects: [{ kind: "hub code", name: "name", host: "github.com" }],
  },
  {
    calls:
      "*.from_pretrained transformers.pipeline datasets.load_dataset sentence_transformers.SentenceTransformer vllm.LLM",
    parameters: "name|pretrained_model_name_or_path|path|model trust_remote_code",
    effects: [{ kind: "hub code", name: "name", host: "huggingface.co", onlyIf: "trust_remote_code" }],
  },
  { calls: "*.push_to_hub", effects: [{ kind: "remote", change: "upload", service: "a hub" }] },
  {
    calls: "tensorflow_hub.load",
    parameters: "name",
    effects: [{ kind: "network", direction: "in", protocol: "http", url: "name" }],
  },
];
