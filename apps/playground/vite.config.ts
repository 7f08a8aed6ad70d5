import { defineConfig, type UserConfig } from "vite";

const config: UserConfig = defineConfig({ base: "./" });
export default config;
