import type { CallEntry } from "../../engine/call-entry.ts";
import { call, fetches } from "../../engine/rows.ts";

/** The effects of Python functions that download code or models from hubs and run them, and that upload to hubs. */
export const hubCalls: readonly CallEntry[] = [
  call("torch.hub.load torch.hub.list torch.hub.help", "name|repo_or_dir model", {
    kind: "hub code",
    name: "name",
    host: "github.com",
  }),
  call(
    "*.from_pretrained transformers.pipeline datasets.load_dataset sentence_transformers.SentenceTransformer vllm.LLM",
    "name|pretrained_model_name_or_path|path|model trust_remote_code",
    { kind: "hub code", name: "name", host: "huggingface.co", onlyIf: "trust_remote_code" },
  ),
  call("*.push_to_hub", "", { kind: "remote", change: "upload", service: "a hub" }),
  call("tensorflow_hub.load", "name", fetches({ protocol: "http", url: "name" })),
];
