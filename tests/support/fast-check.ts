import fc from 'fast-check'

/** The same examples in every run; `FC_SEED=<number>` looks at others. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_126) })
