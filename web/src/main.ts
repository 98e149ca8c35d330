import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n/index.svelte";
import { keepAtHand } from "./lib/install";
import { followLinks } from "./lib/router.svelte";
import { followSettings } from "./lib/settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

followSettings(document.documentElement);
followLinks();
await startLanguage();
mount(App, { target: document.getElementById("app")! });
keepAtHand();
