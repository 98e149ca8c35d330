import type { Same } from "../message";
import type english from "./en";

export default {
  "rules.title": "The rules in short",
} satisfies Same<typeof english>;
