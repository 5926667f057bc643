// Sound effects, synthesised with Web Audio: no audio files are loaded.

import { prefs } from "./prefs.svelte";

type Tone = [hertz: number, begin: number, length: number, kind?: OscillatorType, loud?: number];

const SOUNDS: Record<string, Tone[]> = {
  turn: [[523, 0, 0.14, "triangle"], [659, 0.12, 0.14, "triangle"], [784, 0.24, 0.25, "triangle"]],
  conquer: [[130, 0, 0.12, "square", 0.5], [98, 0.07, 0.16, "square", 0.5]],
  coins: [[1568, 0, 0.07, "sine", 0.6], [2093, 0.07, 0.12, "sine", 0.6]],
  die: [[300, 0, 0.03, "square", 0.4], [240, 0.09, 0.03, "square", 0.4], [340, 0.17, 0.03, "square", 0.4], [280, 0.3, 0.05, "square", 0.4]],
  decline: [[392, 0, 0.2, "triangle"], [330, 0.17, 0.2, "triangle"], [262, 0.34, 0.35, "triangle"]],
  place: [[440, 0, 0.05, "triangle", 0.5]],
  over: [[523, 0, 0.2, "triangle"], [659, 0.15, 0.2, "triangle"], [784, 0.3, 0.2, "triangle"], [1047, 0.45, 0.5, "triangle"]],
  no: [[180, 0, 0.12, "sawtooth", 0.25]],
};

let context: AudioContext | null = null;

export function sound(name: keyof typeof SOUNDS): void {
  if (!prefs.sound || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [hertz, begin, length, kind = "sine", loud = 1] of SOUNDS[name] ?? []) {
    const tone = context.createOscillator();
    const gain = context.createGain();
    tone.type = kind;
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0.08 * loud, now + begin);
    gain.gain.exponentialRampToValueAtTime(0.0004, now + begin + length);
    tone.connect(gain).connect(context.destination);
    tone.start(now + begin);
    tone.stop(now + begin + length);
  }
}
