import { productKey } from '../../../core/text/product-key.ts'
import { useDevice } from '../../sync/device.ts'

/** Which ingredients of recipes an account has at home, and so does not buy. Kept on this device. */

/** What nearly every kitchen has, until somebody says otherwise. */
const usual = new Set(
  ['water', 'woda', 'wasser', 'salt', 'sól', 'salz', 'pepper', 'pieprz', 'pfeffer', 'black pepper'].map(
    productKey,
  ),
)

const key = 'atHome'
/** The names that were said last are kept. */
const most = 500

/** By product key, whether it was at home the last time. */
export type AtHome = ReadonlyMap<string, boolean>

function readKept(stored: unknown): Map<string, boolean> {
  // An older version knew fewer words that are one product.
  return new Map(
    [...(stored instanceof Map ? (stored as Map<string, boolean>) : [])].map(([name, isHome]) => [
      productKey(name),
      isHome,
    ]),
  )
}

/** Returns what is remembered on this device; nothing if it cannot be read. */
export async function readAtHome(): Promise<AtHome> {
  const { device } = useDevice.getState()
  return readKept(await device?.db.getValue(key).catch(() => undefined))
}

export function isAtHome(atHome: AtHome, productName: string): boolean {
  const name = productKey(productName)
  return atHome.get(name) ?? usual.has(name)
}

/** An ingredient in the dialog, and whether the cook has it at home. */
export type SaidAtHome = readonly [productName: string, isHome: boolean]

/**
 * Returns what is remembered after a recipe. A product with several lines is at home only if all of them are: who has
 * butter for the tin may have to buy it for the dough.
 */
export function withSaid(before: AtHome, answers: readonly SaidAtHome[]): AtHome {
  const home = new Map<string, boolean>()
  for (const [productName, isHome] of answers) {
    const name = productKey(productName)
    home.set(name, isHome && home.get(name) !== false)
  }
  const remembered = new Map(before)
  for (const [name, isHome] of home) {
    remembered.delete(name)
    // The rest needs no place: it is bought anyway.
    if (isHome || usual.has(name)) remembered.set(name, isHome)
  }
  return new Map([...remembered].slice(-most))
}

/** Remembers what was said of a recipe. Without room on the device it is asked again next time. */
export async function rememberAtHome(answers: readonly SaidAtHome[]): Promise<void> {
  const { device } = useDevice.getState()
  await device?.db.changeValue(key, (stored) => withSaid(readKept(stored), answers)).catch(() => undefined)
}
