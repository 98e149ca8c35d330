import { mount } from "svelte";
import App from "./App.svelte";
import { startLanguage } from "./i18n/index.svelte";
import { askAhead } from "./lib/api";
import { keepAtHand } from "./lib/install";
import { followLinks, router } from "./lib/router.svelte";
import { followSettings } from "./lib/settings.svelte";
import { pageOf, PAGES } from "./pages";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";

followSettings(document.documentElement);
followLinks();
// words, code and the game of the first page come at the same time; if the code fails to come, the page itself says so
const { place } = router;
const { page, id } = place;
if (page === "game" && id !== null) askAhead("GET /api/games/{game}", { game: id });
const words = startLanguage(PAGES[page].areas);
void Promise.all([pageOf(page).catch(() => null), words]).then(([module]) => {
  // whoever has gone on meanwhile is shown where they went
  mount(App, { target: document.getElementById("app")!, props: { first: module && { Page: module.default, place } } });
  keepAtHand();
});
