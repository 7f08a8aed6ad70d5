import { testReadme } from "@helve/testing/readme";

testReadme(new URL("../README.md", import.meta.url));
