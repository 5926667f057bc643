// Entry point of the page: installs the click guard and mounts the application.

import { mount } from "svelte";
import App from "./App.svelte";
import { guardClicks } from "./lib/clickGuard";
import { prefs } from "./lib/prefs.svelte";
import "./lib/style.css";

guardClicks(document, () => prefs.patience);

export default mount(App, { target: document.getElementById("page")! });
