import { project } from "./src/project.ts";

export default project(import.meta.url);
