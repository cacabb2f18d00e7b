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
