// A page for those who work on the board: invented positions, no server. `vite build` does not know it.
import { mount } from "svelte";
import { ensure, speak, startLanguage } from "../i18n/index.svelte";
import { isLanguage } from "../i18n/languages";
import { followSettings, settings, type Theme, type TileSize } from "../lib/settings.svelte";
import Workbench from "./Workbench.svelte";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/controls.css";

const query = new URLSearchParams(location.search);
settings.theme = (query.get("theme") ?? "light") as Theme;
settings.tileSize = (query.get("size") ?? "medium") as TileSize;
followSettings(document.documentElement);
await startLanguage();
await Promise.all([ensure("rules"), ensure("board")]);
const language = query.get("language");
if (isLanguage(language)) await speak(language);
mount(Workbench, { target: document.getElementById("app")!, props: { scene: query.get("scene") ?? "early" } });
