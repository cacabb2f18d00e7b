import { IconTag } from '@tabler/icons-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import classes from './pictures.module.css'

/** The hue of each built-in category picture in degrees. Colour is never the only difference between two pictures. */
const hues: Readonly<Record<string, number>> = {
  vegetables: 140,
  fruit: 15,
  bakery: 75,
  dairy: 245,
  meat: 25,
  fish: 220,
  frozen: 205,
  drinks: 190,
  alcohol: 345,
  sweets: 355,
  pantry: 60,
  spices: 50,
  breakfast: 85,
  baby: 305,
  care: 320,
  health: 165,
  household: 265,
  broom: 280,
  pets: 45,
  party: 310,
  grill: 35,
  tree: 150,
  tent: 130,
  suitcase: 250,
  pot: 40,
  basket: 55,
}

/** Returns the style that gives a picture its category's colour. `icon`: a file name, such as dairy.svg. */
export function hueOf(icon: string | null | undefined): object | undefined {
  const hue = hues[icon?.replace(/\.svg$/, '') ?? '']
  return hue === undefined ? undefined : { '--hue': hue }
}

/**
 * The picture of a category. It is hidden from screen readers, since the name is beside it. A category without a
 * picture, or whose picture did not load, gets a plain tag icon. `size`: in px.
 */
export function CategoryIcon({
  icon,
  size = 20,
}: {
  icon: string | null | undefined
  size?: number | undefined
}) {
  const url = icon && /^[\w.-]+$/.test(icon) ? `/uploads/categoryIcons/${icon}` : null
  const isHere = usePicture(url)
  if (!url || !isHere)
    return <IconTag size={size} stroke={1.75} className={classes.icon} aria-hidden="true" />
  if (!url.endsWith('.svg'))
    return <img src={url} alt="" width={size} height={size} className={`${classes.icon} ${classes.photo}`} />
  return (
    <span
      className={`${classes.icon} ${classes.drawn}`}
      style={{ '--icon': `url(${url})`, '--size': `${size}px`, ...hueOf(icon) } as object}
      aria-hidden="true"
    />
  )
}

/** URLs of server pictures that failed to load. Nothing is lost meanwhile: the text beside each says the same. */
const useMissing = create<{ urls: ReadonlySet<string> }>(() => ({ urls: new Set() }))

const asked = new Set<string>()
/** In ms. Retries by time too, since a connection may return without an 'online' event, as when the server was down. */
const askAgainAfter = 30_000
let timer: ReturnType<typeof setTimeout> | undefined

function ask(url: string): void {
  const picture = new Image()
  picture.addEventListener('load', () => tell(url, false))
  picture.addEventListener('error', () => tell(url, true))
  picture.src = url
}

function tell(url: string, isMissing: boolean): void {
  useMissing.setState(({ urls }) => {
    if (urls.has(url) === isMissing) return { urls }
    return { urls: isMissing ? new Set([...urls, url]) : new Set([...urls].filter((other) => other !== url)) }
  })
  if (isMissing) timer ??= setTimeout(askAgain, askAgainAfter)
}

function askAgain(): void {
  clearTimeout(timer)
  timer = undefined
  for (const url of useMissing.getState().urls) ask(url)
}

/** Starts listening for the network when the first picture is requested. */
function watch(): void {
  if (asked.size === 0) addEventListener('online', askAgain)
}

/** Returns whether this picture can be shown. Needed because CSS never requests a failed picture again. */
function usePicture(url: string | null): boolean {
  const isMissing = useMissing(({ urls }) => url !== null && urls.has(url))
  useEffect(() => {
    if (url === null || asked.has(url)) return
    watch()
    asked.add(url)
    ask(url)
  }, [url])
  return url !== null && !isMissing
}
