import { readShareHash } from "./share.ts";

document.body.append(readShareHash(location.hash).value?.rules ?? "");
