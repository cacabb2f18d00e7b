import type { Unit } from '../product/entities.ts'
import { sameKey } from './text.ts'

/** How people write the units, in both languages and every case, as `sameKey` spells them. */
const words: Record<Unit, string> = {
  pcs: 'szt sztuka sztuki sztuk sztuke pcs pc piece pieces',
  l: 'l ltr litr litry litra litrow litre litres liter liters',
  dag: 'dag dkg deka deko dekagram dekagramy dekagrama dekagramow decagram decagrams',
  kg: 'kg kgs kilo kilos kila kilogram kilogramy kilograma kilogramow kilograms',
  ml: 'ml mililitr mililitry mililitra mililitrow millilitre millilitres milliliter milliliters',
  m: 'm mb metr metry metra metrow metre metres meter meters',
  g: 'g gr gram gramy grama gramow grams gramme grammes',
  cm: 'cm centymetr centymetry centymetra centymetrow centimetre centimetres centimeter centimeters',
}

const units = new Map(
  Object.entries(words).flatMap(([unit, spelled]) => spelled.split(' ').map((word) => [word, unit as Unit])),
)

/** The unit that a word names, or null. Capital M and G are no units: 3M is a brand, 5G a network. */
export function unitOf(word: string): Unit | null {
  if (word === 'M' || word === 'G') return null
  return units.get(sameKey(word.replace(/\.$/, ''))) ?? null
}

const parts = new Map([
  ['½', 0.5],
  ['¼', 0.25],
  ['¾', 0.75],
  ['1/2', 0.5],
  ['1/4', 0.25],
  ['3/4', 0.75],
  ['pol', 0.5],
  ['polowa', 0.5],
  ['half', 0.5],
  ['half a', 0.5],
  ['cwierc', 0.25],
  ['poltora', 1.5],
  ['poltorej', 1.5],
])

/** '1,5', '½', '1½', 'pół', 'half a'; null when it is no amount. */
export function amountOf(text: string): number | null {
  // Before sameKey, which would write ½ as 1⁄2.
  const mixed = /^(\d{0,3})\s?([½¼¾])$/u.exec(text)
  if (mixed) return Number(mixed[1] ?? 0) + (parts.get(mixed[2] ?? '') ?? 0)
  const part = parts.get(sameKey(text).replace(/\s+/g, ' '))
  if (part !== undefined) return part
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null
}

/** Nobody says what one gram costs: a price beside '200 g' is that of the pack. */
export function isOfPack(unit: Unit | undefined): boolean {
  return unit === 'g' || unit === 'dag' || unit === 'ml' || unit === 'cm'
}
