import { project } from "@helve/testing/project";

export default project("cli", { exclude: ["test/loosening/**"] });
