import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.HORDES_SERVER ?? "http://localhost:8000";

export default defineConfig({
  base: "/static/",
  plugins: [svelte()],
  build: {
    outDir: "../src/hordes/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    license: true,
    modulePreload: { polyfill: false }, // browsers without module preloading load modules when they are imported
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server.replace(/^http/, "ws"), ws: true } },
  },
});
