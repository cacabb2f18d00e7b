import type { Mutant } from './mutant.ts'

/** Faults in the currency of a list, without which its prices mean nothing. */
export const mutantsOfCurrencies: readonly Mutant[] = [
  {
    name: 'currency: a change of it is not stored',
    file: 'server/lists/store/list-store.ts',
    find: 'wordsKey(name), status, currency, head,',
    replace: 'wordsKey(name), status, head,',
  },
  {
    name: 'currency: a list made on a device has the usual one',
    file: 'server/lists/sync/make-list.ts',
    find: '    currency,\n    createdAt: Date.parse(date),',
    replace: '    createdAt: Date.parse(date),',
  },
  {
    name: 'currency: devices are not told',
    file: 'server/lists/store/list-row.ts',
    find: '    currency: shownCurrency(list.currency),',
    replace: '    currency: undefined,',
  },
  {
    name: 'currency: what a device is told of it is not shown',
    file: 'core/sync/list-row.ts',
    find: 'return { ...list, listName, listStatus, currency }',
    replace:
      'return { ...list, listName, listStatus, ...(currency === undefined ? {} : { currency: list.currency }) }',
  },
  {
    name: 'currency: a list that is made anew does not say the usual one',
    file: 'core/sync/leaving.ts',
    find: 'currency: currencyOf(list) }',
    replace: 'currency: currencyOf(list) && list.currency }',
    test: { file: 'tests/core/leaving.test.ts', title: 'it says the currency, złoty too' },
  },
]
