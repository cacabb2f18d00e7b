import { sql } from 'kysely'
import { units } from '../../../core/product/entities.ts'
import { inBase } from '../../../core/product/money.ts'

/** Rounds half up to hundredths; all numbers are positive integers, which both databases divide without a rest. */
const perBase = units
  .filter((unit) => inBase[unit] > 1)
  .map((unit) => {
    const divisor = inBase[unit] * 100
    return sql`when ${sql.lit(unit)} then (price * quantity + ${sql.lit(divisor / 2)}) / ${sql.lit(divisor)} * 100`
  })

/** What a row costs in ten-thousandths, from its columns `price`, `quantity`, `unit` and `price_for`: as `cost` in core. */
export const costColumn = sql`case price_for when 'all' then price * 100
  when 'base' then case unit ${sql.join(perBase, sql` `)} else price * quantity end
  else price * quantity end`
