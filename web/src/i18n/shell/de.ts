import type { Same } from "../message";
import type english from "./en";

export default {
  "nav.skip": "Skip to the content",
} satisfies Same<typeof english>;
