import { Anchor } from '@mantine/core'

/** A link to the page of a recipe, named by its site. The page learns nothing about this app. */
export function SourceLink({ source }: { source: string }) {
  if (!URL.canParse(source) || !/^https?:/i.test(source)) return null
  return (
    <Anchor
      href={source}
      target="_blank"
      rel="noopener noreferrer nofollow"
      style={{ overflowWrap: 'anywhere' }}
    >
      {new URL(source).hostname.replace(/^www\./, '')}
    </Anchor>
  )
}
