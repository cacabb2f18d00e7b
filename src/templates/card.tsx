import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text, Title } from '@mantine/core'
import { IconLock, IconWorld } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Template } from '../../core/contract/shapes.ts'
import { type Difficulty, difficulties } from '../../core/product/entities.ts'
import classes from './templates.module.css'
import { formatDate } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import linkCard from '../ui/cards.module.css'
import { hueOf } from '../ui/picture/category-icon.tsx'

/** Plural names, for the tabs. */
export const typesNames: Record<Template['type'], MessageDescriptor> = {
  predefined: msg({ message: 'Ready-made', context: 'tab' }),
  user: msg({ message: 'Mine', context: 'tab' }),
  public: msg({ message: 'Public', context: 'tab' }),
}

/** Singular names, for one template. */
const typeNames: Record<Template['type'], MessageDescriptor> = {
  predefined: msg({ message: 'Ready-made', context: 'template' }),
  user: msg({ message: 'My own', context: 'template' }),
  public: msg({ message: 'Public', context: 'template' }),
}

export const difficultyNames: Record<Difficulty, MessageDescriptor> = {
  easy: msg({ message: 'Easy', context: 'template' }),
  medium: msg({ message: 'Medium', context: 'template' }),
  hard: msg({ message: 'Hard', context: 'template' }),
}

/** The pictures a template may have, by the server's file name, in the order shown in the form. */
export const pictureNames: Readonly<Record<string, MessageDescriptor>> = {
  'basket.svg': msg({ message: 'Basket', context: 'picture' }),
  'breakfast.svg': msg({ message: 'Breakfast', context: 'picture' }),
  'pot.svg': msg({ message: 'Cooking', context: 'picture' }),
  'grill.svg': msg({ message: 'Barbecue', context: 'picture' }),
  'party.svg': msg({ message: 'Party', context: 'picture' }),
  'tree.svg': msg({ message: 'Christmas tree', context: 'picture' }),
  'tent.svg': msg({ message: 'Tent', context: 'picture' }),
  'suitcase.svg': msg({ message: 'Suitcase', context: 'picture' }),
  'broom.svg': msg({ message: 'Cleaning', context: 'picture' }),
  'fruit.svg': msg({ message: 'Fruit', context: 'picture' }),
  'vegetables.svg': msg({ message: 'Vegetables', context: 'picture' }),
  'dairy.svg': msg({ message: 'Dairy', context: 'picture' }),
  'bakery.svg': msg({ message: 'Bakery', context: 'picture' }),
  'meat.svg': msg({ message: 'Meat', context: 'picture' }),
  'fish.svg': msg({ message: 'Fish', context: 'picture' }),
  'frozen.svg': msg({ message: 'Frozen food', context: 'picture' }),
  'pantry.svg': msg({ message: 'Pantry', context: 'picture' }),
  'spices.svg': msg({ message: 'Spices', context: 'picture' }),
  'sweets.svg': msg({ message: 'Sweets', context: 'picture' }),
  'drinks.svg': msg({ message: 'Drinks', context: 'picture' }),
  'alcohol.svg': msg({ message: 'Alcohol', context: 'picture' }),
  'household.svg': msg({ message: 'Household', context: 'picture' }),
  'care.svg': msg({ message: 'Body care', context: 'picture' }),
  'health.svg': msg({ message: 'Health', context: 'picture' }),
  'baby.svg': msg({ message: 'Baby', context: 'picture' }),
  'pets.svg': msg({ message: 'Pets', context: 'picture' }),
}

interface TemplateCardProps {
  template: Template
  /** where it is shown: in the app, or on the page for visitors */
  to: '/app/template/$id' | '/public-list/$id'
}

export const TemplateCard = memo(function TemplateCard({ template, to }: TemplateCardProps) {
  const { id, templateName, description, image } = template
  return (
    <Stack component="li" gap="sm" p="md" className={linkCard.card}>
      <Group wrap="nowrap">
        <TemplatePicture image={image} size={32} />
        <div>
          <Title order={2} className={linkCard.name}>
            <Link to={to} params={{ id }} className={linkCard.link}>
              {templateName}
            </Link>
          </Title>
          <Facts template={template} />
        </div>
      </Group>
      {description !== '' && <Text lineClamp={2}>{description}</Text>}
      <Origin template={template}>
        <Visibility template={template} silent />
      </Origin>
    </Stack>
  )
})

/** A drawing in one colour, used as a mask; its hue depends on what it shows. `size`: of the drawing, in px */
export function TemplatePicture({ image, size }: { image: string; size: number }) {
  const file = `url("/uploads/categoryIcons/${encodeURIComponent(image)}")`
  return (
    <span className={classes.tile} style={hueOf(image)} aria-hidden="true">
      <span style={{ '--drawing': file, width: size, height: size } as CSSProperties} />
    </span>
  )
}

/** A template's type, author and date: 'Ready-made · Koszyk · 1 November 2026'. */
export function Origin({ template, children }: { template: Template; children?: ReactNode }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { type, author, date } = template
  // 'My own' tells the author already.
  const parts = [t(typeNames[type]), type === 'user' ? '' : author, formatDate(date, language)]
  return (
    <Group component="p" gap={6} wrap="nowrap" mt="auto" c="dimmed" fz="xs">
      {children}
      <span>{parts.filter((part) => part !== '').join('\u00a0· ')}</span>
    </Group>
  )
}

/** An icon that shows whether a template is public or private. */
export function Visibility({ template: { isPublic }, silent }: { template: Template; silent?: boolean }) {
  const { t } = useLingui()
  const Symbol = isPublic ? IconWorld : IconLock
  const name = isPublic
    ? t({ message: 'Public', context: 'template' })
    : t({ message: 'Private', context: 'template' })
  return (
    <Group component="span" gap={6} wrap="nowrap" title={silent ? name : undefined}>
      <Symbol size={18} stroke={1.75} aria-hidden="true" />
      {silent ? <span className="visually-hidden">{name}, </span> : name}
    </Group>
  )
}

/** The number of products and the difficulty, as one to three bars and a word. */
export function Facts({ template, children }: { template: Template; children?: ReactNode }) {
  const { t } = useLingui()
  const { productCount, difficulty } = template
  const level = difficulties.indexOf(difficulty)
  return (
    <Group component="p" gap="2px 16px" c="dimmed" fz="sm">
      <Text span inherit fw={600} c="var(--app-text)" className="tabular">
        <Plural value={productCount} one="# product" other="# products" />
      </Text>
      <Group component="span" gap={6} wrap="nowrap">
        {/* Three bars of increasing height; as many are filled as the difficulty says. */}
        <svg width="16" height="14" aria-hidden="true">
          {difficulties.map((name, i) => (
            <rect
              key={name}
              x={6 * i}
              y={8 - 4 * i}
              width="4"
              height={6 + 4 * i}
              rx="2"
              fill={i <= level ? 'var(--app-dim)' : 'var(--app-border)'}
            />
          ))}
        </svg>
        <span className="visually-hidden">
          <Trans>Difficulty:</Trans>{' '}
        </span>
        {t(difficultyNames[difficulty])}
      </Group>
      {children}
    </Group>
  )
}
