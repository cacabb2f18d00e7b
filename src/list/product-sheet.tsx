import { useEffect } from 'react'
import { useOpenList } from '../sync/open-list.ts'
import { SidePanel } from '../ui/dialog/side-panel.tsx'
import { ProductFields } from './rows/product-fields.tsx'
import { deleteWithUndo } from './rows/bought.tsx'
import { focusAfterDelete } from './rows/move-focus.ts'
import { useOpenSheet, useSheet } from './state/use-over-list.ts'

/** A sheet with all fields of one product, over the list. It closes when the product is deleted. */
export function ProductSheet() {
  const id = useSheet()
  const openSheet = useOpenSheet()
  const product = useOpenList((list) => list.products.get(id ?? ''))
  const isGone = id !== undefined && product === undefined
  useEffect(() => {
    if (isGone) openSheet(null)
  }, [isGone, openSheet])
  return (
    <SidePanel
      opened={product !== undefined}
      onClose={() => openSheet(null)}
      title={product?.productName ?? ''}
    >
      {product && (
        <ProductFields
          key={product.id}
          product={product}
          onDelete={async (gone) => {
            const refocus = focusAfterDelete(document.body, gone, '[data-field="edit"]')
            openSheet(null)
            if (await deleteWithUndo([gone])) refocus()
          }}
        />
      )}
    </SidePanel>
  )
}
