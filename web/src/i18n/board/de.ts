import type { Same } from "../message";
import type english from "./en";

export default {
  "board.game": "Game",
} satisfies Same<typeof english>;
