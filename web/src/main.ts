import { mount } from "svelte";
import App from "./App.svelte";
import "./lib/style.css";

export default mount(App, { target: document.getElementById("page")! });
