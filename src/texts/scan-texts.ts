import { msg } from '@lingui/core/macro'

export const scanTexts = {
  noTorch: msg`The camera’s light could not be switched.`,
} as const
