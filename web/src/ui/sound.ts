/** Sounds of stone on stone, made on the spot. */

import { settings } from '../settings';

let context: AudioContext | undefined;

/** A short burst of noise, as if something hard was put down. */
function knock(at: number, pitch: number, loud: number): void {
  if (!context) return;
  const length = Math.round(context.sampleRate * 0.07);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) {
    data[i] = (Math.random() * 2 - 1) * Math.exp((-i / length) * 9);
  }
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const gain = context.createGain();
  source.buffer = buffer;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = 2.2;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(context.currentTime + at);
}

/** A bell, for the end of a game. */
function bell(at: number, pitch: number): void {
  if (!context) return;
  const tone = context.createOscillator();
  const gain = context.createGain();
  const start = context.currentTime + at;
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.12, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + 1.1);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + 1.2);
}

export type Sound = 'place' | 'slide' | 'capture' | 'end' | 'grand';

/** Plays a sound, if the user wants sounds. Browsers allow it after the first touch. */
export function sound(name: Sound): void {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
  } catch {
    return;
  }
  if (name === 'place') knock(0.12, 1500, 0.7);
  if (name === 'slide') knock(0.16, 1100, 0.6);
  if (name === 'capture') {
    knock(0.05, 700, 0.9);
    knock(0.24, 420, 1);
  }
  if (name === 'end') bell(0.3, 523);
  if (name === 'grand') [523, 659, 784, 1047].forEach((pitch, i) => bell(0.3 + i * 0.16, pitch));
}
