import { project } from "@helve/testing/project";

export default project("sandbox", { maxWorkers: 4 });
