import { mount } from "svelte";
import App from "./App.svelte";
import { stand } from "./lib/guard";
import { prefs } from "./lib/prefs.svelte";
import "./lib/style.css";

stand(document, () => prefs.patience);

export default mount(App, { target: document.getElementById("page")! });
