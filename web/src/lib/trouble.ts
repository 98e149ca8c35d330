/** What went wrong, in the player's language. */
import { maybe, t } from "../i18n/index.svelte";
import { Refused } from "./api";

export function troubleText(error: unknown): string {
  if (!(error instanceof Refused)) return t("trouble.unreachable");
  return maybe(`trouble.${error.trouble.code}`) ?? t("trouble.other", { message: error.trouble.message });
}
