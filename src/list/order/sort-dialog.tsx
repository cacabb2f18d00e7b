import { DragDropContext, type DraggableProvided, Draggable, Droppable } from '@hello-pangea/dnd'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Box, Button, Checkbox, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { useState } from 'react'
import { orderIn, usualAisles, wholeOrder } from '../../../core/product/aisles.ts'
import { shownCategory } from '../../../core/product/categories.ts'
import { limits } from '../../../core/product/entities.ts'
import { arrangeAisles, useAccountSettings } from '../../account/state/settings.ts'
import { shopOf } from '../state/aisle-run.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { saveOrder } from '../state/products.ts'
import { changeView, type ListView, useListViews, viewOf } from '../state/view.ts'
import { notify } from '../../ui/notices.ts'
import { listTexts } from '../../texts/list-texts.ts'
import { useReader } from '../../sync/use-reader.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { useWide } from '../../lib/use-wide.ts'
import { CategoryMark } from '../picture/product-mark.tsx'
import classes from '../rows/drag-handle.module.css'
import fields from '../rows/fields.module.css'
import { styleNonce } from '../../ui/provider.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'

export interface SortDialogProps {
  listId: string
  /** the list is edited, so its products can be sorted as well */
  edits: boolean
  opened: boolean
  onClose: () => void
}

/** A dialog for the order of the products, and of the aisles in this list's shop. */
export function SortDialog({ listId, edits, opened, onClose }: SortDialogProps) {
  const { t } = useLingui()
  const wide = useWide()
  const [lifted, setLifted] = useState(false)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      // The first Escape puts a lifted row back, the next one closes the dialog.
      closeOnEscape={!lifted}
      title={edits ? t`Sort` : t`Aisle order`}
      fullScreen={!wide}
      // No movement: a transform on the dialog would shift the dragged row, which is positioned relative to it then.
      transitionProps={{ transition: 'fade', duration: 150 }}
    >
      {edits && <Products listId={listId} onSaved={onClose} />}
      <Aisles listId={listId} onClose={onClose} onLift={setLifted} />
    </Dialog>
  )
}

/** How the products are arranged on this screen, and a button that stores this order for everybody. */
function Products({ listId, onSaved }: { listId: string; onSaved: () => void }) {
  const { t } = useLingui()
  const { grouped, sort } = useListViews((views) => viewOf(views, listId))
  const saves = useListViews(({ shown }) => !shown.own && !shown.searching && shown.ids.length > 0)
  async function save() {
    if (!(await saveOrder(useListViews.getState().shown.ids))) return
    // The shown order is now the list's own, so switch to it: only there can products be moved by hand.
    void changeView(listId, { grouped: false, sort: 'own' })
    notify('success', listTexts.updated)
    onSaved()
  }
  return (
    <Stack gap="sm" mb={4}>
      <Checkbox
        label={t`Group by category`}
        checked={grouped}
        onChange={(event) => void changeView(listId, { grouped: event.currentTarget.checked })}
      />
      <SegmentedControl
        fullWidth
        aria-label={t`Order of the products`}
        value={sort}
        onChange={(value) => void changeView(listId, { sort: value as ListView['sort'] })}
        data={[
          { value: 'own', label: t`By hand` },
          { value: 'up', label: t`A to Z` },
          { value: 'down', label: t`Z to A` },
        ]}
      />
      {saves && (
        <div>
          <Button variant="default" onClick={() => void save()}>
            <Trans>Save order</Trans>
          </Button>
          <Text c="dimmed" fz="sm" mt={4}>
            <Trans>Everybody who shares the list then sees it in this order.</Trans>
          </Text>
        </div>
      )}
      <Title order={3} mt="xs">
        <Trans>Aisle order</Trans>
      </Title>
    </Stack>
  )
}

interface AislesProps {
  listId: string
  onClose: () => void
  onLift: (lifted: boolean) => void
}

/** Rendered only while the dialog is open. */
function Aisles({ listId, onClose, onLift }: AislesProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const reader = useReader()
  const [shop] = useState(() => shopOf(listId))
  const shops = useAccountSettings(({ settings }) => settings.shops)
  const products = useOpenList((state) => state.products)
  const [announcement, setAnnouncement] = useState('')
  const categoryNames = new Set([...products.values()].map(({ category_name }) => category_name))
  // The order may have been learned or arranged in another language.
  const shopOrder = orderIn(shops, shop).map((category_name) => shownCategory({ category_name }, reader))
  const order = wholeOrder(shopOrder, language, [...categoryNames].toSorted()).slice(0, limits.aislesOfShop)
  const count = order.length

  function moved(name: string, to: number): string {
    const place = to + 1
    return t`${name} is now number ${place} of ${count}.`
  }
  function move(from: number, to: number): string {
    const next = [...order]
    const [name = ''] = next.splice(from, 1)
    next.splice(to, 0, name)
    arrangeAisles(shop, next)
    return moved(name, to)
  }
  function reset() {
    // A shop without its own order uses the order stored under '', if there is one. That may differ from the usual
    // order, so store the usual order explicitly.
    arrangeAisles(shop, shop !== '' && shops.has('') ? usualAisles(language) : null)
    setAnnouncement(t`The aisles stand in their usual order again.`)
  }

  return (
    <>
      <Text mb="lg">
        {shop === '' ? (
          <Trans>
            The way you walk through the shop. It is learned from the order in which you tick, and you can
            change it here.
          </Trans>
        ) : (
          <Trans>
            The way you walk through {shop}. It is learned from the order in which you tick, and you can
            change it here.
          </Trans>
        )}
      </Text>
      <DragDropContext
        nonce={styleNonce()}
        dragHandleUsageInstructions={t`Press the space bar to lift, the arrow keys to move, the space bar to drop and Escape to cancel.`}
        onDragStart={({ draggableId: name, source }, { announce }) => {
          onLift(true)
          const place = source.index + 1
          announce(t`${name} is lifted; it is number ${place} of ${count}.`)
        }}
        onDragUpdate={({ draggableId: name, destination }, { announce }) => {
          const place = (destination?.index ?? 0) + 1
          announce(destination ? t`${name}: number ${place} of ${count}.` : t`${name} is outside the list.`)
        }}
        onDragEnd={({ draggableId: name, source, destination }, { announce }) => {
          onLift(false)
          if (!destination || destination.index === source.index)
            return announce(t`${name} is back where it was.`)
          announce(move(source.index, destination.index))
        }}
      >
        <Droppable droppableId="aisles">
          {({ innerRef, droppableProps, placeholder }) => (
            <Box component="ol" ref={innerRef} {...droppableProps} m="0 0 16px" p={0}>
              {order.map((name, index) => (
                <Draggable key={name} draggableId={name} index={index}>
                  {(drag, { isDragging }) => (
                    <Aisle
                      name={name}
                      drag={drag}
                      lifted={isDragging}
                      onUp={index > 0 ? () => setAnnouncement(move(index, index - 1)) : null}
                      onDown={index < count - 1 ? () => setAnnouncement(move(index, index + 1)) : null}
                    />
                  )}
                </Draggable>
              ))}
              {placeholder}
            </Box>
          )}
        </Droppable>
      </DragDropContext>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <DialogButtons>
        <Button variant="default" disabled={!shops.has(shop)} onClick={reset}>
          <Trans>Reset to default</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogButtons>
    </>
  )
}

interface AisleProps {
  name: string
  drag: DraggableProvided
  lifted: boolean
  /** null: it is at that end already */
  onUp: (() => void) | null
  onDown: (() => void) | null
}

function Aisle({ name, drag, lifted, onUp, onDown }: AisleProps) {
  const { innerRef, draggableProps, dragHandleProps } = drag
  const { t } = useLingui()
  const step = (label: string, Symbol: typeof IconArrowUp, move: (() => void) | null) => (
    // At the end of the list the button must keep the focus, so it gets aria-disabled instead of disabled.
    <ActionIcon
      aria-label={label}
      aria-disabled={move === null || undefined}
      data-disabled={move === null || undefined}
      onClick={() => move?.()}
    >
      <Symbol size={20} stroke={1.75} />
    </ActionIcon>
  )
  return (
    <li ref={innerRef} {...draggableProps} className={classes.aisle} data-lifted={lifted || undefined}>
      {/* Not a <button>: a drag cannot start on one. */}
      <span
        role="button"
        tabIndex={0}
        {...dragHandleProps}
        className={`${fields.square} ${classes.handle}`}
        aria-label={t`Move: ${name}`}
      >
        <IconGripVertical size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <CategoryMark name={name} />
      <Text span flex={1} miw={0}>
        {name}
      </Text>
      {step(t`Up: ${name}`, IconArrowUp, onUp)}
      {step(t`Down: ${name}`, IconArrowDown, onDown)}
    </li>
  )
}
