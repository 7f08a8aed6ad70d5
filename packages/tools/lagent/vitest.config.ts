import { project } from "@helve/testing/project";

export default project("lagent");
