/** A few small sounds, made of sine waves when they are needed. Silent unless the player turned sound on. */
import { settings } from "./settings.svelte";

export type Cue = "turn" | "hurry" | "refusal" | "call" | "win" | "lay";

/** A note: hertz, when it starts and how long it rings (seconds), and how loud it is (0 to 1). */
type Note = readonly [hertz: number, start: number, length: number, loudness: number];

const CUES: Record<Cue, { wave: OscillatorType; notes: readonly Note[] }> = {
  turn: {
    wave: "sine",
    notes: [
      [587, 0, 0.22, 0.5],
      [880, 0.12, 0.4, 0.45],
    ],
  },
  hurry: {
    wave: "triangle",
    notes: [
      [740, 0, 0.09, 0.4],
      [740, 0.18, 0.09, 0.4],
    ],
  },
  refusal: {
    wave: "triangle",
    notes: [
      [233, 0, 0.16, 0.45],
      [196, 0.13, 0.26, 0.45],
    ],
  },
  call: {
    wave: "triangle",
    notes: [
      [784, 0, 0.14, 0.5],
      [784, 0.16, 0.14, 0.5],
      [1175, 0.32, 0.6, 0.55],
    ],
  },
  win: {
    wave: "sine",
    notes: [
      [523, 0, 0.3, 0.4],
      [659, 0.12, 0.3, 0.4],
      [784, 0.24, 0.34, 0.4],
      [1047, 0.38, 0.8, 0.45],
    ],
  },
  lay: { wave: "triangle", notes: [[1320, 0, 0.05, 0.25]] },
};

let audio: AudioContext | null = null;

function ring(context: AudioContext, wave: OscillatorType, [hertz, start, length, loudness]: Note): void {
  const begin = context.currentTime + start;
  const tone = new OscillatorNode(context, { type: wave, frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(loudness * 0.4, begin + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + length + 0.02);
}

/** Let a cue be heard, if the player wants to hear anything. */
export function play(cue: Cue): void {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  audio ??= new AudioContext();
  // browsers keep a context silent until the first touch
  if (audio.state === "suspended") void audio.resume();
  for (const note of CUES[cue].notes) ring(audio, CUES[cue].wave, note);
}
