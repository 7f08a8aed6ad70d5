import { project } from "@helve/testing/project";

export default project("coding-agent");
