import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n/index.svelte";
import { keepAtHand } from "./lib/install";
import { followLinks, router } from "./lib/router.svelte";
import { followSettings } from "./lib/settings.svelte";
import { PAGES } from "./pages";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

followSettings(document.documentElement);
followLinks();
// words and code of the first page come at the same time; if the code fails to come, the page itself says so
const first = PAGES[router.place.page];
await Promise.all([startLanguage(first.areas), first.load().catch(() => undefined)]);
mount(App, { target: document.getElementById("app")! });
keepAtHand();
