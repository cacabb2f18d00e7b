/** What uses @hello-pangea/dnd: the rows that can be dragged, and the dialog with the order of the aisles. */
export { AisleDialog } from '../order/aisle-dialog.tsx'
export { DragRows, remount } from '../order/drag-rows.tsx'
