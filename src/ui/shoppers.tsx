import { useLingui } from '@lingui/react/macro'
import { Box, Center, Group } from '@mantine/core'
import { IconBasketFilled } from '@tabler/icons-react'
import { plural } from '@lingui/core/macro'
import { shortName } from '../../core/text/person-name.ts'
import { formatHour } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import { shoppingText, unseenText } from '../texts/together-texts.ts'
import { PersonAvatar } from './person.tsx'

interface FaceProps {
  person: { name: string; imageName: string | null }
  size: number
  /** marked with a basket */
  shopping: boolean
  /** a text nearby says it all */
  silent?: boolean
}

const ring = { borderRadius: '50%', boxShadow: '0 0 0 2px var(--app-surface)' }

/** The face of somebody who has the list open or is shopping from it. */
export function Face({ person, size, shopping, silent = false }: FaceProps) {
  const { t } = useLingui()
  const name = shortName(person.name)
  const text = shopping ? t(shoppingText(name, '')) : t`${name} has this list open`
  const mark = Math.round(size * 0.5)
  return (
    <Box
      component="span"
      pos="relative"
      display="inline-block"
      flex="none"
      style={ring}
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': text, title: text })}
    >
      <PersonAvatar profile={person} name={person.name} size={size} />
      {shopping && (
        <Center
          component="span"
          pos="absolute"
          bottom={-3}
          right={-4}
          w={mark}
          h={mark}
          c="var(--mantine-primary-color-contrast)"
          bg="var(--app-primary)"
          style={ring}
        >
          <IconBasketFilled size={mark * 0.75} aria-hidden="true" />
        </Center>
      )}
    </Box>
  )
}

interface FaceRowProps {
  people: readonly { name: string; imageName: string | null; shopping: boolean }[]
  size: number
  /** with more people, the last place says how many others there are */
  most: number
  /** px by which a face lies over the one before */
  overlap?: number
}

/** Who else is on a list, as faces. Nothing is announced when they come and go. */
export function FaceRow({ people, size, most, overlap = -6 }: FaceRowProps) {
  if (people.length === 0) return null
  const shown = people.length > most ? people.slice(0, most - 1) : people
  const left = people.slice(shown.length)
  const others = left.map(({ name }) => shortName(name)).join(', ')
  const place = (i: number) => ({ marginInlineStart: i === 0 ? 0 : -overlap, zIndex: most - i })
  return (
    <Group component="span" gap={0} wrap="nowrap" flex="none" data-faces="">
      {shown.map((person, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may be alike
        <Box key={`${person.name} ${i}`} component="span" display="flex" pos="relative" style={place(i)}>
          <Face person={person} size={size} shopping={person.shopping} />
        </Box>
      ))}
      {left.length > 0 && (
        <Center
          component="span"
          pos="relative"
          w={size}
          h={size}
          bg="var(--app-tint-strong)"
          fz="xs"
          fw={650}
          style={{ ...ring, marginInlineStart: -Math.min(overlap, 3) }}
          role="img"
          aria-label={others}
          title={others}
        >
          +{left.length}
        </Center>
      )}
    </Group>
  )
}

/** Returns one short line about who is shopping; '' for nobody. */
export function useShoppingLine(
  shoppers: readonly { name: string; shop: string; seenAt: number; isUnseen: boolean }[],
): string {
  const { t } = useLingui()
  const language = useLanguage()
  const [first, ...more] = shoppers
  if (!first) return ''
  if (more.length === 0 && first.isUnseen)
    return t(unseenText(first.name, first.shop, formatHour(first.seenAt, language)))
  if (more.length === 0) return t(shoppingText(first.name, first.shop))
  return t`${plural(shoppers.length, { one: '# person is shopping', other: '# people are shopping' })}`
}
