/** What uses @hello-pangea/dnd: the rows that can be dragged, and the dialog with the order of the products and aisles. */
export { SortDialog } from '../order/sort-dialog.tsx'
export { DragRows, remount } from '../order/drag-rows.tsx'
