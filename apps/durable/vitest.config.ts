import { project } from "@helve/testing/project";

export default project(import.meta.url);
