import { Group, Text } from '@mantine/core'
import { appName } from '../lib/app-name.ts'

function BrandMark() {
  return (
    <svg
      width="32"
      height="32"
      viewBox="0 0 512 512"
      aria-hidden="true"
      style={{ display: 'block', flex: 'none' }}
    >
      <rect width="512" height="512" rx="120" fill="#c2410c" />
      <path
        d="M166 222c0-118 180-118 180 0"
        fill="none"
        stroke="#fff"
        strokeWidth="32"
        strokeLinecap="round"
      />
      <path
        d="M108 208h296a24 24 0 0 1 23.6 28.6l-26.4 134.8A44 44 0 0 1 358 407H154a44 44 0 0 1-43.2-35.6L84.4 236.6A24 24 0 0 1 108 208z"
        fill="#fff"
      />
      <path
        d="m198 306 42 42 76-84"
        fill="none"
        stroke="#c2410c"
        strokeWidth="36"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function Brand({ nameHidden = false }: { nameHidden?: boolean }) {
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <BrandMark />
      <Text
        span
        className={nameHidden ? 'visually-hidden' : undefined}
        size="1.25rem"
        fw={750}
        c="bright"
        lts="-0.02em"
      >
        {appName}
      </Text>
    </Group>
  )
}
