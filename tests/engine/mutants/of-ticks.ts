import type { Mutant } from './mutant.ts'

const year = {
  file: 'tests/server/money/year.test.ts',
  title: 'a year of spending is exact by month, shop, category and list',
}

/** Faults in when a product was ticked, on which the sums of spending rest. */
export const mutantsOfTicks: readonly Mutant[] = [
  {
    name: 'tick: a second tick of a ticked product moves its time',
    file: 'server/lists/store/merge.ts',
    find: 'if (bought === (held.bought === 1)) return',
    replace: 'if (!bought && held.bought === 0) return',
  },
  {
    name: 'tick: an untick leaves its time',
    file: 'server/lists/store/merge.ts',
    find: 'held.tickedAt = isPurchase ? -before : 0',
    replace: 'held.tickedAt = isPurchase ? -before : before',
  },
  {
    name: 'tick: a change of another field moves its time',
    file: 'server/lists/store/merge.ts',
    find: "if (typeof bought === 'boolean') noteTick(batch, held, bought, writer)",
    replace:
      "if (typeof bought === 'boolean') noteTick(batch, held, bought, writer)\n  else if (held.bought === 1) held.tickedAt = writer.typedAt ?? batch.now",
  },
  {
    name: 'tick: its time is when it got to the server',
    file: 'server/lists/store/merge.ts',
    find: 'const at = typedAt ?? batch.now',
    replace: 'const at = typedAt === null ? batch.now : batch.now',
  },
  {
    name: 'tick: a delete takes it away',
    file: 'server/lists/store/merge.ts',
    find: 'held.deletedAt = batch.now',
    replace: 'held.deletedAt = batch.now\n  held.tickedAt = 0',
  },
  {
    name: 'tick: a delete that is undone counts twice',
    file: 'server/lists/store/merge.ts',
    find: '    gone.tickedAt = 0\n',
    replace: '',
    test: year,
  },
  {
    name: 'tick: what a pruned product cost is forgotten',
    file: 'server/lists/purchases/purchase-rows.ts',
    find: 'where ${which} and product.ticked_at > ${now - purchasesMs} and',
    replace: 'where ${which} and product.ticked_at > ${now} and',
    test: year,
  },
]
