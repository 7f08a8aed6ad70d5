export { type Change, type ChangeKind, type Dialect, note, type Path, type UpgradeLog } from "./change.ts";
export type { Fields } from "./fields.ts";
export { legalNames } from "./function-names.ts";
export { upgradeParameters } from "./parameters.ts";
export { upgradeReturn, upgradeStream } from "./return.ts";
export { upgradeSchema } from "./schema.ts";
