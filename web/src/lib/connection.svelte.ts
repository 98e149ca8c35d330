/** Whether the server answers, as far as the last request told. */
type State = "unknown" | "up" | "down";

let state = $state<State>("unknown");
let reported = $state(false);

export const connection = {
  get state(): State {
    return state;
  },
  /** Whether the page that is shown reports a lost connection itself. */
  get reported(): boolean {
    return reported;
  },
  /** Report a lost connection on the page itself, until the returned function is called. */
  report(): () => void {
    reported = true;
    return () => (reported = false);
  },
  reached(): void {
    state = "up";
  },
  missed(): void {
    state = "down";
  },
};
