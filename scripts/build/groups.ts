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
    lists: [
      'src/app/start/engine.ts',
      'src/routes/app/route.tsx',
      'src/routes/app/index.tsx',
      'src/routes/app/details.$id.tsx',
      'src/ui/search-field.tsx',
    ],
    // They must be there when the others cannot be loaded, on every page.
    notices: ['src/frame/snackbar-stack.tsx'],
    // What a member's page loads once it is idle: menus, dialogs, and what goes on beside the lists.
    more: [
      'src/app/start/deferred.ts',
      'src/frame/overlays.ts',
      'src/actions/overlays.ts',
      'src/list/overlays.ts',
      'src/list/rows/drag-rows.tsx',
      'src/sync/panel/sync-panel.tsx',
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
