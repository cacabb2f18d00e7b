import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Unit } from '../../core/product/entities.ts'

export const unitNames: Record<Unit, MessageDescriptor> = {
  pcs: msg({ message: 'pcs', context: 'unit' }),
  l: msg({ message: 'l', context: 'unit' }),
  dag: msg({ message: 'dag', context: 'unit' }),
  kg: msg({ message: 'kg', context: 'unit' }),
  ml: msg({ message: 'ml', context: 'unit' }),
  m: msg({ message: 'm', context: 'unit' }),
  g: msg({ message: 'g', context: 'unit' }),
  cm: msg({ message: 'cm', context: 'unit' }),
}
