import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

// Decision 042: a first visit loads few scripts, requested at once.
/**
 * Which modules share one script: one file for each thing that people come for, instead of thirty small files. A group
 * is named by the entry that it serves; the bundler puts beside it what only this entry imports. Earlier groups take
 * what several could have. Throws if a file is not there any more.
 */
export function scriptGroups(root: string) {
  const groups = {
    main: [
      'src/app/main.tsx',
      'src/routes/_outer.tsx',
      'src/routes/_outer/index.tsx',
      'src/routes/_outer/auth/login.tsx',
    ],
    // API calls and the display of products. Lists need both, and so do pages for visitors.
    common: [
      'device/http.ts',
      'core/product/list.ts',
      'src/texts/format.ts',
      'src/texts/amounts.tsx',
      'src/texts/field-text.ts',
      'src/state/lists/suggestions.ts',
      'src/ui/cards.module.css',
      'src/ui/picture/category-icon.tsx',
      'src/ui/print/print-sheet.tsx',
      'src/ui/use-wide.ts',
      'src/ui/row-marks.tsx',
      'node_modules/@mantine/core/esm/components/Divider/Divider.mjs',
      'node_modules/@mantine/core/esm/components/Skeleton/Skeleton.mjs',
      'node_modules/@tabler/icons-react/dist/esm/icons/IconPlus.mjs',
      'node_modules/@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs',
    ],
    lists: [
      'src/app/engine.ts',
      'src/routes/app/route.tsx',
      'src/routes/app/details.$id.tsx',
      'src/ui/search-field.tsx',
    ],
    overview: ['src/routes/app/index.tsx'],
    edit: ['src/list/parts/edit.ts'],
    // What visitors read without an account.
    public: ['src/routes/_outer/public-list.$id.tsx', 'src/routes/_outer/read.$hash.tsx'],
    wide: ['src/list/wide-layout.tsx'],
    // What a member's page loads once it is idle: menus, dialogs, and what goes on beside the lists.
    more: [
      'src/app/aside.ts',
      'src/frame/parts.ts',
      'src/actions/parts.ts',
      'src/list/parts/overlays.ts',
      'src/list/parts/drag.ts',
      'src/sync/sync-panel.tsx',
    ],
  }
  return Object.entries(groups).map(([name, files], place, { length }) => {
    for (const file of files)
      if (!existsSync(resolve(root, file))) throw new Error(`The group ${name} names a missing file: ${file}`)
    return {
      name,
      priority: length - place,
      test: new RegExp(files.map((file) => file.replace(/[.$]/g, '\\$&')).join('|')),
    }
  })
}
