import { sameKey } from '../text/normalise.ts'
import { isDash, type Token, wordIn } from '../text/quick-tokens.ts'
import { rangeWords } from '../text/quick-units.ts'

/**
 * Words that recipes measure with. They stay words: how much a spoon of something weighs depends on what it is, so a
 * volume never becomes a mass.
 */
export interface Measure {
  /** `spoon`: says how much the cook takes, nobody buys it. `pack`: what is bought, so it is counted in pieces */
  kind: 'spoon' | 'pack'
  language: 'en' | 'pl' | 'de'
  /** as it is written after 1, 2, 5 and ½; languages with fewer forms repeat them */
  forms: readonly [one: string, few: string, many: string, part: string]
}

/**
 * By kind and language; an entry is the forms after 1, 2, 5 and ½ and, behind a bar, other spellings. An entry with one
 * form is an abbreviation, which never changes; one with two forms has a singular and a plural.
 */
const written: Record<Measure['kind'], Record<Measure['language'], string>> = {
  spoon: {
    en: `tbsp|tbsps,tbs,tblsp,tsbp,tbspn,tbl,tb,T tsp|tsps,t,ts c|C tablespoon,tablespoons teaspoon,teaspoons dessertspoon,dessertspoons cup,cups
pinch,pinches dash,dashes handful,handfuls drop,drops splash,splashes drizzle,drizzles knob,knobs clove,cloves
sprig,sprigs stalk,stalks rib,ribs stick,sticks slice,slices rasher,rashers scoop,scoops glass,glasses glug,glugs
spoonful,spoonfuls oz|ozs ounce,ounces lb,lbs pound,pounds pint,pints quart,quarts gallon,gallons inch,inches feet cm m
pt|pts qt|qts gal|gals floz mug,mugs sheet,sheets nest,nests strip,strips square,squares wedge,wedges cube,cubes leaf,leaves
dollop,dollops squeeze,squeezes squirt,squirts sprinkle,sprinkles sprinkling lump,lumps shot,shots dusting jigger,jiggers
grind,grinds stem,stems recipe,recipes batch,batches serving,servings pat,pats spoon,spoons nub,nubs part,parts pod,pods teacup,teacups cupful,cupfuls squidge,squidges lug,lugs blob,blobs hunk,hunks sliver,slivers swirl,swirls spear,spears branch,branches quantity,quantities`,
    pl: `łyżka,łyżki,łyżek,łyżki|łyżkę,łyżką,łyżce łyż łyżeczka,łyżeczki,łyżeczek,łyżeczki|łyżeczkę,łyżeczce łyżecz|łyżeczk
szklanka,szklanki,szklanek,szklanki|szklankę,szklance szkl filiżanka,filiżanki,filiżanek,filiżanki|filiżankę
szczypta,szczypty,szczypt,szczypty|szczyptę,szczypcie,szczpta,szczpyta,sczypta ilość,ilości garść,garście,garści,garści garstka,garstki,garstek,garstki|garstkę
odrobina,odrobiny,odrobin,odrobiny|odrobinę kropla,krople,kropli,kropli chlust,chlusty,chlustów,chlustu
ząbek,ząbki,ząbków,ząbka gałązka,gałązki,gałązek,gałązki|gałązkę listek,listki,listków,listka liść,liście,liści,liścia
plaster,plastry,plastrów,plastra plasterek,plasterki,plasterków,plasterka kromka,kromki,kromek,kromki|kromkę
kawałek,kawałki,kawałków,kawałka kawałeczek,kawałeczki,kawałeczków,kawałeczka kieliszek,kieliszki,kieliszków,kieliszka płat,płaty,płatów,płata łych|łyżk
ziarno,ziarna,ziaren,ziarna|ziarenka,ziarenek łodyga,łodygi,łodyg,łodygi piórko,piórka,piórek,piórka funt,funty,funtów,funta porcja,porcje,porcji,porcji
gwiazdka,gwiazdki,gwiazdek,gwiazdki cząstka,cząstki,cząstek,cząstki kapka,kapki,kapek,kapki miseczka,miseczki,miseczek,miseczki
pasek,paski,pasków,paska paseczek,paseczki,paseczków,paseczka baldaszek,baldaszki,baldaszków,baldaszka`,
    de: `EL TL Esslöffel|Eßlöffel Teelöffel Prise,Prisen Tasse,Tassen Msp Messerspitze,Messerspitzen Schuss|Schuß Spritzer
Zehe,Zehen Zweig,Zweige Stiel,Stiele Blatt,Blätter Scheibe,Scheiben Handvoll Tropfen Stängel|Stengel Essl Teel Pr Kaffeelöffel
Ring,Ringe Streifen Portion,Portionen Rispe,Rispen Rippe,Rippen Stich Spr Schnapsglas,Schnapsgläser`,
  },
  pack: {
    en: `tin,tins can,cans jar,jars packet,packets|pkt,pkts pack,packs package,packages|pkg,pkgs bunch,bunches bag,bags box,boxes
carton,cartons bottle,bottles head,heads punnet,punnets block,blocks tub,tubs tube,tubes sachet,sachets
envelope,envelopes ball,balls bulb,bulbs ear,ears loaf,loaves container,containers pouch,pouches bar,bars log,logs pot,pots
bundle,bundles tray,trays canister,canisters basket,baskets knuckle,knuckles`,
    pl: `puszka,puszki,puszek,puszki|puszkę słoik,słoiki,słoików,słoika słoiczek,słoiczki,słoiczków,słoiczka
opakowanie,opakowania,opakowań,opakowania op|opak paczka,paczki,paczek,paczki|paczkę pęczek,pęczki,pęczków,pęczka
kostka,kostki,kostek,kostki|kostkę główka,główki,główek,główki|główkę torebka,torebki,torebek,torebki|torebkę
butelka,butelki,butelek,butelki|butelkę kartonik,kartoniki,kartoników,kartonika karton,kartony,kartonów,kartonu
woreczek,woreczki,woreczków,woreczka saszetka,saszetki,saszetek,saszetki|saszetkę kubek,kubki,kubków,kubka
kubeczek,kubeczki,kubeczków,kubeczka laska,laski,lasek,laski|laskę bochenek,bochenki,bochenków,bochenka
kulka,kulki,kulek,kulki|kulkę tabliczka,tabliczki,tabliczek,tabliczki|tabliczkę tacka,tacki,tacek,tacki|tackę
rolka,rolki,rolek,rolki|rolkę arkusz,arkusze,arkuszy,arkusza doniczka,doniczki,doniczek,doniczki|doniczkę wiązka,wiązki,wiązek,wiązki|wiązkę pojemnik,pojemniki,pojemników,pojemnika
pęto,pęta,pęt,pęta pętko,pętka,pętek,pętka torebeczka,torebeczki,torebeczek,torebeczki|torebeczkę paczuszka,paczuszki,paczuszek,paczuszki
pudełko,pudełka,pudełek,pudełka buteleczka,buteleczki,buteleczek,buteleczki`,
    de: `Dose,Dosen Glas,Gläser Becher Bund Pck|Pkt,Pkg,Pack Päckchen Packerl Packung,Packungen Paket,Pakete Flasche,Flaschen
Beutel Tüte,Tüten Würfel Kopf,Köpfe Knolle,Knollen Stange,Stangen Rolle,Rollen Tafel,Tafeln Bd Btl Fl Ds Gl P Pckg
Kugel,Kugeln Beet,Beete Riegel Topf,Töpfe Schale,Schalen Kästchen Netz,Netze Laib,Laibe Schälchen`,
  },
}

function entryOf(spelled: string): [forms: string[], others: string[]] {
  const [forms = '', others = ''] = spelled.split('|')
  return [forms.split(','), others === '' ? [] : others.split(',')]
}

const byWord = new Map<string, Measure>()
for (const kind of ['spoon', 'pack'] as const)
  for (const language of ['en', 'pl', 'de'] as const)
    for (const entry of written[kind][language].split(/\s+/)) {
      const [forms, others] = entryOf(entry)
      const [one = '', few = one, many = few, part = language === 'pl' ? few : one] = forms
      const measure: Measure = { kind, language, forms: [one, few, many, part] }
      for (const word of [...forms, ...others]) {
        const key = sameKey(word)
        if (!byWord.has(key)) byWord.set(key, measure)
      }
    }

/** Returns the measure that a word names; null if it names none. A capital M is a size: 'Eier (Größe M)', and a beet is no German 'Beet'. */
export function measureOf(word: string): Measure | null {
  return word === 'M' || word === 'beet' ? null : (byWord.get(sameKey(word)) ?? null)
}

/** Returns whether a measure is a length, which says how large something is more often than how much of it. */
export function isLength({ forms: [one] }: Measure): boolean {
  return one === 'cm' || one === 'm' || one === 'inch'
}

/** Returns whether a word is a plural of its measure, so that it does not mean one: 'slices', 'łyżki'. */
export function isPlural({ forms: [one, few, many] }: Measure, word: string): boolean {
  const key = sameKey(word)
  return key !== sameKey(one) && [few, many].some((form) => key === sameKey(form))
}

const ranges = new Set([...rangeWords, 'bis', 'oder'])

/** Returns whether a token stands between the two numbers of a range: '2–3', '1 do 2'. */
export function isRange(token: Token | undefined): boolean {
  return isDash(token) || wordIn(token, ranges)
}

/** Returns the form of a measure after a number, 'łyżek' for 5; a word that never changes stays as it was written. */
export function formAfter({ forms, language }: Measure, value: number, word: string): string {
  const [one, few, many, part] = forms
  if (one === few && one === many) return word
  if (!Number.isInteger(value)) return language === 'pl' ? part : value < 1 ? one : few
  if (value === 1) return one
  if (language !== 'pl') return few
  const [tens, ones] = [Math.floor(value / 10) % 10, value % 10]
  return ones >= 2 && ones <= 4 && tens !== 1 ? few : many
}

const set = (spelled: string) => new Set(spelled.split(/\s+/).map(sameKey))

/** Sizes before a name: '2 large eggs' are eggs. */
export const sizeWords = set(
  `large medium small big jumbo medium-sized medium-size lg md med sm tiny fat xl extra-large good-sized
kl gr klein groß gross mittelgr mittel mittelgroß mittelgross
duży duża duże dużych dużego dużej dużą mały mała małe małych małego małej małą średni średnia średnie średnich średniego
średniej średnią nieduży nieduża nieduże niewielki niewielka niewielkie niewielkiej niewielkiego spory spora spore większy większa większe mniejszy mniejsza mniejsze wielkości
große großer großes großen kleine kleiner kleines kleinen mittelgroße mittelgroßer mittelgroßes mittlere mittlerer`,
)

/** Words between a number and its measure: '1 heaped tbsp', '2 płaskie łyżki'. */
export const heapWords = set(
  `heaped heaping level rounded scant generous healthy good big large small medium full lg md med sm fat thick thin packed liquid sized hefty firmly lightly loosely tightly tiny extra nice dessert table tea soup whole minced crushed chopped peeled unpeeled fresh
płaska płaskie płaskich płaską czubata czubate czubatych czubatą kopiasta kopiaste kopiastych pełna pełne dowolna płaskiej czubatej kopiastej długi długa długiego długiej posiekane posiekany posiekanych zmiażdżone wyciśnięte wyciśniętych przeciśnięte przeciśniętych zmiażdżony zmiażdżonych obrane obranych starte świeże świeżych lekko leicht sporej sporą
niepełna niepełne solidna solidne cienka cienkie cienkich gruba grube grubych
gestrichener gestrichene gestr gehäufter gehäufte geh stark gute guter gutes reichliche dünne dünner dicke dicker feine`,
)

/** Words between a measure and its product: '2 łyżki stołowe oliwy' */
export const heapBehind = set(
  'stołowa stołowe stołowych stołową deserowa deserowe deserowych czubate czubata czubatych płaskie płaska płaskich kopiaste scant heaping heaped',
)
for (const word of [...sizeWords, ...heapBehind]) heapWords.add(word)

/** Words before a number that only say how exact it is. */
export const roughly = set(
  `ok około je jeweils ca circa approx approximately about around roughly scant generous heaping etwa ungefähr rund knapp gut mind
min niecała niecałe niecałą prawie minimum`,
)

/** Amounts that are no number: 'some basil', 'etwas Salz'. They are said in the note. */
export const someWords = set(
  'some enough few several little couple bit touch lots plenty trochę troszkę kilka kilkanaście parę odrobina etwas einige wenig paar bisschen',
)

/** A measure that may stand behind its product: '2 garlic cloves' are of garlic, but '2 bay leaves' are no bay. */
export const measuresBehind = set('clove cloves sprig sprigs zehe zehen')

/** What the word before is part of a product's name after all: 'kostka rosołowa', 'liście laurowe'. */
export const nameAfterMeasure = /^(?:rosołow|rosolow|bulionow|laurow|lodu|steaks?$|roasts?$|gourd)/iu

/** Measures that stand before a product without 'of': 'pinch salt', 'good handful rocket' */
export const freeMeasures = new Set(
  'pinch handful bunch splash drop drizzle sprig dash knob glug squeeze sprinkle sprinkling dollop dusting grind teaspoon tablespoon tsp tbsp glass'.split(
    ' ',
  ),
)

/** Measures of languages that this grammar does not speak: a line with one of them stays a name. */
export const foreignMeasures = set(
  `gramos gramo gramas grama cucharada cucharadas cucharadita cucharaditas cda cdas cdta cdtas taza tazas pizca diente dientes
colher colheres xícara xícaras chávena dente dentes cuillère cuillères cuillerée cuillerées càs càc gousse gousses pincée
pincées verre verres cucchiaio cucchiai cucchiaino cucchiaini bicchiere bicchieri spicchio spicchi pizzico grammi
eetlepel eetlepels theelepel theelepels teen tenen teentje teentjes snufje msk tsk krm klyfta klyftor nypa matsked tesked
spsk teske fed fedd ss ks cs cc cuil db yemek tatlı çay su adet demet ek kk csésze fej szál bosje pakje plakjes blik handje
scheutje mespunt boks neve klype burk förp rkl kynsi lžíce lžička lžíci lžičky lžiček hrnek hrnku stroužek stroužky špetka lyžica lyžice
lyžička evőkanál teáskanál csipet gerezd lingura linguri lingurita lingurite căni cana žlica žlice žličica`,
)
