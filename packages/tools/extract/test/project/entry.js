export { default } from "./problems.ts?opentool";
