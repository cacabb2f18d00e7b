import fc from 'fast-check'

/** Uses the same examples in every run; `FC_SEED=<number>` tries others. */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_126) })
