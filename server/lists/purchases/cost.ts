import { sql } from 'kysely'
import { units } from '../../../core/product/entities.ts'
import { inBase } from '../../../core/product/money.ts'

/** Rounds to hundredths, halves away from zero: both databases leave out the rest of a division of integers. */
const perBase = units
  .filter((unit) => inBase[unit] > 1)
  .map((unit) => {
    const divisor = inBase[unit] * 100
    return sql`when ${sql.lit(unit)} then
      (price * quantity + case when price < 0 then -${sql.lit(divisor / 2)} else ${sql.lit(divisor / 2)} end) / ${sql.lit(divisor)} * 100`
  })

/** What a row costs in ten-thousandths, from its columns `price`, `quantity`, `unit` and `price_for`: as `cost` in core. */
export const costColumn = sql`case price_for when 'all' then price * 100
  when 'base' then case unit ${sql.join(perBase, sql` `)} else price * quantity end
  else price * quantity end`
