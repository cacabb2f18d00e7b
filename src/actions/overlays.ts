/** The menu of a list and its dialogs: one script, loaded once the page is idle. */
export { DeleteDialog } from './delete-dialog.tsx'
export { KeysDialog } from './keys-dialog.tsx'
export { ListMenu } from './list-menu.tsx'
