import { inEach, type Language, languages, usualLanguage } from './language.ts'
import { everyName, formsOf as formsOfEntry, spelledIn } from '../product/wares.ts'
import { sameKey } from './normalise.ts'

/**
 * The words of products with their forms: the name that the catalogue shows, then other forms that people type. An
 * entry is a stem, a colon and endings: 'Jaj:ka,ko,ek' is 'Jajka', 'jajko' and 'jajek'; 'Milk' has one form. Forms that
 * are another word without their accents are left out, such as 'mąk' (of flour) because of 'mak' (poppy seeds); so are
 * forms that mean another product, such as 'lód' (ice) beside 'lody' (ice cream), or 'oliwka' (baby oil) beside
 * 'oliwki' (olives).
 */
const written: Partial<Record<Language, string>> = {
  pl: `Ziemniak:i,,ów,a Kartof:le,el,li Pomidor:y,,ów,a Pomidor:ki,ek,ków,ka March:ew,wi,ewka,ewki,ewek,ewkę
Cebul:a,e,i,ę, Czos:nek,nku,nki Ogór:ki,ek,ków,ka Papryk:a,i,ę, Sałat:a,y,ę, Sałat:ka,ki,kę,ek Szpinak:,u
Kapust:a,y,ę, Kalafior:,y,a,ów Brokuł:y,,ów,a Por:,y,ów,a Seler:,y,ów,a Burak:i,,ów,a Buracz:ki,ek,ków
Rzodkiew:ki,ka,ek,kę Cukini:a,e,,ę Bakłażan:,y,ów,a Dyni:a,e,,ę Pieczar:ki,ka,ek,kę Grzyb:y,,ów,a Koper:ek,ku
Pietrusz:ka,ki,kę,ek Szczypior:ek,ku Kukurydz:a,y,ę Grosz:ek,ku Fasol:a,i,ę Fasol:ka,ki,kę,ek Rukol:a,i,ę
Jabł:ka,ko,ek Banan:y,,ów Pomarańcz:e,a,y,ę, Cytryn:y,a,,ę Limon:ki,ka,ek,kę Grusz:ki,ka,ek,kę Winogron:a,o,
Truskaw:ki,ka,ek,kę Malin:y,a,,ę Borów:ki,ka,ek,kę Jag:ody,oda,ód,odę Mandaryn:ki,ka,ek,kę Śliw:ki,ka,ek,kę
Arbuz:,y,ów,a Melon:,y,ów,a Ananas:,y,ów,a Brzoskwi:nie,nia,ń,ni,nię Nektaryn:ki,ka,ek,kę Morel:e,a,i,ę Wiśni:e,a,,ę
Czereśni:e,a,,ę Grejpfrut:y,,ów,a Chleb:,y,a,ów Buł:ki,ka,ek,kę Bułecz:ki,ka,ek,kę Bagiet:ka,ki,ek,kę Tortill:e,a,i,ę
Croissant:y,,ów,a Rogal:e,,i,a Rogalik:i,,ów,a Kajzer:ki,ka,ek,kę Tost:y,,ów,a Pącz:ki,ek,ków,ka Drożdżów:ki,ka,ek,kę
Ciast:o,a Ciast:ka,ko,ek Tort:,y,ów,u Mlek:o,a Mas:ło,ła,eł Jaj:ka,ko,ek,a,,o Ser:,y,a,ów Ser:ek,ki,ków,ka
Twar:óg,ogu,ogi Twaroż:ek,ki,ku,ków Jogurt:,y,ów,u Śmietan:a,y,ę Śmietan:ka,ki,kę,ek Kefir:,y,ów,u Maślan:ka,ki,kę,ek
Margaryn:a,y,ę Parmezan:,u Mozzarell:a,e,i,ę Mięs:o,a Kurcza:k,ki,ków,ka Indyk:,a Wołowin:a,y,ę Wieprzowin:a,y,ę
Karków:ka,ki,kę,ek Schab:,u Szyn:ka,ki,kę,ek Bocz:ek,ku,ki Kiełbas:a,y,ę, Kiełbas:ki,ka,ek,kę Parów:ki,ka,ek,kę
Kabanos:y,,ów,a Filet:y,,ów,a Ud:ka,ko,ek Skrzydeł:ka,ko,ek Żeber:ka,ko,ek Stek:i,,ów,a Pasztet:,y,ów,u Ryb:a,y,ę,
Łoso:ś,sia,sie Dorsz:,a,e,y Karp:,ia,ie,i Śled:zie,ź,zi,zia Tuńczyk:,i,ów,a Krewet:ki,ka,ek,kę Makrel:a,e,i,ę
Pstrąg:,i,ów,a Lod:y,ów Fryt:ki,ek,ka Pierog:i,ów, Pizz:a,e,y,ę Mąk:a,i,ę Cuk:ier,ru Ryż:,u Makaron:,y,u,ów
Kasz:a,e,y,ę Kasz:ka,ki,kę,ek Olej:,e,u,ów Oliw:a,y,ę Oliw:ki,ek Oc:et,tu Drożdż:e,y Dżem:,y,u,ów Mi:ód,odu,ody
Orzech:y,,ów,a Orzesz:ki,ek,ków Rodzyn:ki,ka,ek,kę Migdał:y,,ów Płat:ki,ek,ków Biszkopt:y,,ów,a Soczewic:a,y,ę
Ciecierzyc:a,y,ę Koncentrat:,y,u,ów Konserw:a,y,ę, Zup:a,y,ę, Przypraw:y,a,,ę Budy:ń,nie,niu Galaret:ka,ki,ek,kę S:ól,oli
Pieprz:,u Cynamon:,u Bazyli:a,i,ę Majeran:ek,ku Ketchup:,u,y Musztard:a,y,ę Majonez:,u,y Chrzan:,u Sos:,y,u,ów
Imbir:,u Czekolad:a,y,ę, Czekolad:ki,ka,ek,kę Herbatnik:i,,ów,a Chips:y,ów Palusz:ki,ek,ków,ka Krakers:y,,ów,a
Żel:ki,ka,ek,ków Pian:ki,ek Cukier:ki,ek,ków,ka Baton:y,,ów,a Batonik:i,,ów,a Waf:le,el,li Wafel:ki,ek,ków,ka
Lizak:i,,ów,a Piernik:i,,ów,a Wod:a,y,ę Sok:,i,u,ów Lemoniad:a,y,ę Herbat:a,y,ę, Kaw:a,y,ę Nap:ój,oje,oju,ojów
Syrop:,y,u,ów Piw:o,a, Win:o,a, Wód:ka,ki,kę,ek Płyn:,y,u,ów Prosz:ek,ki,ku,ków Tablet:ki,ka,ek,kę Kapsuł:ki,ka,ek,kę
Gąb:ki,ka,ek,kę Ścierecz:ki,ka,ek,kę Papier:,y,u,ów Ręcznik:i,,ów,a Serwet:ki,ka,ek,kę Wor:ki,ek,ków,ka Foli:a,e,i,ę
Świecz:ki,ka,ek,kę Świec:e,a,,ę Talerzyk:i,,ów,a Kub:ki,ek,ków,ka Zapał:ki,ka,ek,kę Bateri:e,a,i,ę Żarów:ki,ka,ek,kę
Chustecz:ki,ka,ek,kę Szampon:,y,u,ów Myd:ło,ła,eł Pasta Szczotecz:ka,ki,ek,kę Dezodorant:,y,u,ów Krem:,y,u,ów
Wacik:i,,ów,a Podpas:ki,ka,ek,kę Tampon:y,,ów,a Żel:,e,u Plast:ry,er,rów,ra Witamin:y,a,,ę Pieluch:y,a,,ę
Pielusz:ki,ka,ek,kę Karm:a,y,ę, Żwir:ek,ku Awokado Mascarpone Salami Spaghetti Kuskus Musli Oregano Popcorn Cola Kakao
Prosecco Nat:ka,ki,kę Pier:ś,si Pud:er,ru`,
  en: `Potato:es, Tomato:es, Carrot:s, Onion:s, Cucumber:s, Courgette:s, Mushroom:s, Radish:es, Cabbage:,s Cauliflower:,s
Lettuce:,s Leek:,s Avocado:,s,es Aubergine:,s Eggplant:,s Pumpkin:,s Beet:s, Bean:s, Pea:s, Lentil:s, Chickpea:s,
Apple:s, Banana:s, Orange:s, Lemon:s, Lime:s, Pear:s, Grape:s, Strawberr:ies,y Raspberr:ies,y Blueberr:ies,y
Blackberr:ies,y Cherr:ies,y Mandarin:s, Clementine:s, Plum:s, Peach:es, Apricot:s, Nectarine:s, Melon:,s Watermelon:,s
Pineapple:,s Mango:,s,es Kiwi:,s Grapefruit:s, Fig:s, Egg:s, Roll:s, Bun:s, Bagel:s, Baguette:,s Croissant:s, Tortilla:s,
Loa:f,ves Muffin:s, Cake:,s Doughnut:s, Donut:s, Biscuit:s, Cookie:s, Cracker:s, Crisp:s, Sausage:,s Frankfurter:s,
Burger:s, Steak:s, Fillet:s, Prawn:s, Shrimp:s, Dumpling:s, Noodle:s, Oat:s, Nut:s, Walnut:s, Almond:s, Peanut:s, Raisin:s,
Seed:s, Olive:s, Pickle:s, Breadcrumb:s, Herb:s, Spice:s, Cand:ies,y Lollipop:s, Marshmallow:s, Pretzel:s,
Yo:ghurt,ghurts,gurt,gurts Cheese:,s Juice:,s Wine:,s Beer:,s Pizza:,s Sponge:s, Cloth:s, Napkin:s, Tissue:s, Candle:s,
Batter:ies,y Match:es, Bulb:s, Plate:s, Cup:s, Bag:s, Towel:s, Napp:ies,y Diaper:s, Wipe:s, Plaster:s, Tablet:s, Vitamin:s,
Painkiller:s, Razor:s, Tampon:s, Toothbrush:,es Treat:s, Garlic Spinach Broccoli Celeriac Beetroot Parsley Dill Bread
Milk Butter Feta Parmesan Mascarpone Beef Ham Bacon Salami Salmon Cod Carp Herring Fries Flour Sugar Rice Spaghetti
Couscous Muesli Vinegar Honey Jam Yeast Sauerkraut Salt Cinnamon Basil Oregano Marjoram Ginger Mustard Mayonnaise
Horseradish Chocolate Popcorn Cola Lemonade Cocoa Prosecco Charcoal Shampoo Soap Toothpaste Deodorant Disinfectant`,
}

interface Word {
  /** the spelling in the catalogue */
  name: string
  /** one form that represents all of them */
  base: string
  /** all forms including the base, normalised by `sameKey` */
  forms: readonly string[]
}

let byForm: Record<Language, Map<string, Word>> | undefined

/** Returns the words of a language with their forms: those above, or those that its names of products come with. */
function formsIn(language: Language): string[][] {
  const table = written[language]
  if (table === undefined) return inFile(language)
  return table.split(/\s/).map(formsOfEntry)
}

/** Of 'Rote Zwiebeln,Rote Zwiebel' the forms are 'Zwiebeln' and 'Zwiebel': what stands before is no product. */
function inFile(language: Language): string[][] {
  return everyName
    .flatMap((english) => spelledIn(english, language))
    .filter(([name = '', ...forms]) => forms.length > 0 || !name.includes(' '))
    .map((names) => names.map((name) => name.split(' ').at(-1) ?? ''))
}

/** Returns the tables, indexed by form. A word that several languages have, such as 'melon', gets the forms of all. */
function tables(): Record<Language, Map<string, Word>> {
  if (byForm) return byForm
  const made = inEach(() => new Map<string, Word>())
  for (const language of languages)
    for (const names of formsIn(language)) {
      const keys = names.map(sameKey)
      const shared = languages.flatMap((other) => keys.map((form) => made[other].get(form)?.forms ?? []))
      const forms = [...new Set([...shared.flat(), ...keys])]
      const word = { name: names[0] ?? '', base: forms[0] ?? '', forms }
      for (const form of keys) made[language].set(form, word)
      for (const other of languages)
        for (const form of forms) {
          const known = made[other].get(form)
          if (known && known !== word) made[other].set(form, { ...known, base: word.base, forms })
        }
    }
  byForm = made
  return made
}

function wordOf(form: string): Word | undefined {
  for (const language of languages.toReversed()) {
    const word = tables()[language].get(form)
    if (word) return word
  }
}

/** A plus belongs to its word: '4+' is another size than '4'. */
const words = /[\p{L}\p{N}]+\+*/gu

/** Returns a name with the base of each of its words; for a name without letters and digits, such as an emoji, itself. */
export function formKey(name: string): string {
  const found = sameKey(name).match(words)
  return found ? found.map(baseOf).join(' ') : sameKey(name).trim()
}

/** Returns the same base for all forms of a word, such as 'jajka' for 'jajek'. `word` must come from `sameKey`. */
export function baseOf(word: string): string {
  return wordOf(word)?.base ?? word
}

/** Returns all forms of a word, itself first; only itself if it is unknown. `word` must come from `sameKey`. */
export function formsOf(word: string): readonly string[] {
  const forms = wordOf(word)?.forms
  return forms ? [word, ...forms.filter((form) => form !== word)] : [word]
}

/** Returns whether a name has no word of another language that this one does not have. */
export function isWrittenIn(name: string, language: Language): boolean {
  const found = sameKey(name).match(words) ?? []
  return found.every((word) => tables()[language].has(word) || !isKnownWord(word))
}

/** Returns whether only the English words have a word. `word` must come from `sameKey`. */
export function isOnlyEnglish(word: string): boolean {
  return languages.every((language) => tables()[language].has(word) === (language === usualLanguage))
}

export function isKnownWord(word: string): boolean {
  return wordOf(word) !== undefined
}

/** Returns the catalogue's spelling of a word, in the page's language first; null if it does not know the word. */
export function writtenAs(word: string, language: Language): string | null {
  const key = sameKey(word)
  return (tables()[language].get(key) ?? wordOf(key))?.name ?? null
}

const genitives = /^(\p{L}+?)(ego|ej|[iy]ch)$/u

/**
 * Returns the nominative of a Polish product with adjectives, which stands in the genitive behind an amount: 'Grecka
 * śmietana' for 'greckiej śmietany'. Null if it is anything else.
 */
export function phraseWrittenAs(name: string): string | null {
  const typed = name.toLowerCase().split(' ')
  const nouns = typed.map((word) => tables().pl.get(sameKey(word)))
  const [found, ...others] = nouns.filter((word) => word !== undefined)
  if (!found || others.length > 0 || typed.length < 2) return null
  // 'bułki tartej': of one, although the catalogue shows several.
  const single = `${found.name.slice(0, -1)}a`
  const isSingle = typed.some((word) => word.endsWith('ej')) && found.forms.includes(sameKey(single))
  const noun = isSingle ? { ...found, name: single } : found
  const words = typed.map((word, i) => (nouns[i] ? noun.name.toLowerCase() : nominative(word, noun)))
  if (words.includes(null)) return null
  const phrase = words.join(' ')
  return phrase.charAt(0).toUpperCase() + phrase.slice(1)
}

/** Returns an adjective as it stands beside a noun of the table; null if it is no genitive, or not of its gender. */
function nominative(adjective: string, { name, forms }: Word): string | null {
  const [, stem = '', ending = ''] = genitives.exec(adjective) ?? []
  const isNeuter = name.endsWith('o')
  const isPlural =
    /[eiy]$/.test(name) || (name.endsWith('a') && forms.includes(sameKey(`${name.slice(0, -1)}o`)))
  if (ending === 'ych' || ending === 'ich') return isPlural ? `${stem}${ending === 'ich' ? 'i' : ''}e` : null
  if (isPlural) return null
  if (ending === 'ej') return isNeuter ? null : `${stem.replace(/(?<=[gk])i$/, '')}a`
  if (ending !== 'ego' || name.endsWith('a')) return null
  if (isNeuter) return `${stem}e`
  return stem.endsWith('i') ? stem : `${stem}y`
}

/** Returns every word with its forms; for tests. */
export function allWords(language: Language): Word[] {
  return [...new Set(tables()[language].values())]
}
