/** Whether the server answers, as far as the last request told. */
type State = "unknown" | "up" | "down";

let state = $state<State>("unknown");

export const connection = {
  get state(): State {
    return state;
  },
  reached(): void {
    state = "up";
  },
  missed(): void {
    state = "down";
  },
};
