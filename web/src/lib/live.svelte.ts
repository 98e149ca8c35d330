// What a screen reader hears without being asked.

let spoken = $state("");
let turn = false;

export const live = {
  get text(): string {
    return spoken;
  },
};

/** Say something now; said twice, it is heard twice. */
export function say(text: string): void {
  turn = !turn;
  spoken = turn ? text : `${text}\u00a0`;
}
