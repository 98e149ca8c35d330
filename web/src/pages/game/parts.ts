// The parts of a game that nobody sees while the board is being laid: they come together, in one file.

export { default as Call } from "./Call.svelte";
export { default as Keys } from "./Keys.svelte";
export { default as MenuPanel } from "./MenuPanel.svelte";
export { default as RoundEnd } from "./RoundEnd.svelte";
export { default as RulesOver } from "./RulesOver.svelte";
export { default as StartDraw } from "./StartDraw.svelte";
export { default as TakeSeat } from "./TakeSeat.svelte";
export { default as WaitingRoom } from "./WaitingRoom.svelte";
