import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '../../core/product/entities.ts'

/** Polish translations of the texts in the built manifest, which is English. */
const polish: Record<string, string> = {
  en: 'pl',
  'Koszyk: household shopping lists': 'Koszyk: domowe listy zakupów',
  'Household shopping lists that work in a shop without signal':
    'Domowe listy zakupów, które działają w sklepie bez zasięgu',
  'New list': 'Nowa lista',
  'Last list': 'Ostatnia lista',
  Scan: 'Skanuj',
  'Read a barcode': 'Odczytaj kod kreskowy',
  'A list in the shop': 'Lista w sklepie',
  'A list on a large screen': 'Lista na dużym ekranie',
}

/** Returns the manifest as JSON in this language. */
export async function manifestIn(language: Language, dist: string): Promise<string> {
  const built = await readFile(join(dist, 'manifest.webmanifest'), 'utf8')
  const translated = (_: string, value: unknown) =>
    typeof value === 'string' ? (polish[value] ?? value) : value
  return language === 'pl' ? JSON.stringify(JSON.parse(built, translated)) : built
}
