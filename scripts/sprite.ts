import { readFileSync, writeFileSync } from 'node:fs'
import { productPictures } from '../core/text/pictures.ts'
import { readCommand } from './cli/command.ts'

readCommand({
  name: 'sprite',
  purpose: 'Makes src/ui/picture/products.json of the pictures that core/text/pictures.ts names.',
})
const root = new URL('../', import.meta.url)
const set = new URL('node_modules/@iconify-json/fluent-emoji-flat/icons.json', root)
const { icons } = JSON.parse(readFileSync(set, 'utf8')) as { icons: Record<string, { body: string }> }

/** A hundredth of a unit is less than a pixel at any size that is shown. */
function rounded(body: string): string {
  return body.replace(/(\.\d\d)\d+/g, '$1')
}

/** Writes what a picture defines where it uses it: a page shows a picture more than once, and an id is there only once. */
function withoutIds(body: string): string {
  const shapes = body.matchAll(/<(\w+) id="([^"]+)"([^>]*\/>)/g)
  const defined = new Map([...shapes].map(([, tag, id, rest]) => [id, `<${tag}${rest}`]))
  return body
    .replace(/<defs>.*?<\/defs>/g, '')
    .replace(/<use href="#([^"]+)"([^>]*)\/>/g, (_, id, more) => `<g${more}>${defined.get(id)}</g>`)
}

// The licence, whose text is in THIRD_PARTY_NOTICES.md, asks for its notice in every copy.
const notice = ['', 'Fluent Emoji, (c) Microsoft Corporation, MIT licence']
const pictures = productPictures.toSorted().map((name) => {
  const body = icons[name]?.body
  if (!body) throw new Error(`The set has no picture '${name}'`)
  if (body.includes('url(')) throw new Error(`The picture '${name}' needs a gradient or a mask`)
  return [name, rounded(withoutIds(body))]
})
const json = `${JSON.stringify(Object.fromEntries([notice, ...pictures]), null, 2)}\n`
writeFileSync(new URL('src/ui/picture/products.json', root), json)
process.stdout.write(`${pictures.length} pictures, ${json.length} bytes\n`)
