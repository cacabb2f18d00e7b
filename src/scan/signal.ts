import { useScannerSettings } from '../state/barcodes-camera.ts'

let audio: AudioContext | null = null

/** Beeps and vibrates briefly, as at a till, if switched on in the settings. `good`: the code was recognised. */
export function signal(good: boolean): void {
  const { sound, vibration } = useScannerSettings.getState()
  if (vibration && 'vibrate' in navigator) navigator.vibrate(good ? 60 : [60, 60, 60])
  if (sound) beep(good ? 1_320 : 440)
}

function beep(frequency: number): void {
  audio ??= new AudioContext()
  // The context is suspended until the first press on the page, and a browser may suspend it again later.
  void audio.resume().catch(() => undefined)
  const tone = audio.createOscillator()
  const loudness = audio.createGain()
  const start = audio.currentTime
  tone.frequency.value = frequency
  loudness.gain.setValueAtTime(0.15, start)
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.12)
  tone.connect(loudness).connect(audio.destination)
  tone.start(start)
  tone.stop(start + 0.12)
}
