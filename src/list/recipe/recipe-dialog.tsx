import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { type ClipboardEvent, useCallback, useEffect, useMemo, useState } from 'react'
import { addressIn, readRecipeText, type Recipe } from '../../../core/recipe/recipe.ts'
import { type AtHome, readAtHome, rememberAtHome } from './at-home.ts'
import { keepRecipeDraft, openPasted, useListUi } from '../state/ui.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { addProducts } from '../state/products.ts'
import { useSync } from '../../sync/sync-status.ts'
import { undo } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'
import { useSession, who } from '../../account/session/session.ts'
import { templateFromRecipe } from '../../templates/state/actions.ts'
import { useMayChangeTemplates } from '../../templates/state/place.ts'
import { useAmount } from '../../texts/amounts.tsx'
import { errorText } from '../../texts/problem-text.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import dialog from '../../ui/dialog/dialog.module.css'
import { PortionsField } from '../../ui/input/portions-field.tsx'
import { SourceLink } from '../../ui/source-link.tsx'
import { useWide } from '../../lib/use-wide.ts'
import { type Line, meetings, sorted } from '../add/pasted.ts'
import { PastedLine, useMarkOf } from '../add/pasted-line.tsx'
import { AddLabel, doneText } from '../add/pasted-lines.tsx'
import lineClasses from '../add/pasted-lines.module.css'
import { remember } from '../state/suggested-fields.ts'
import fieldClasses from '../rows/fields.module.css'
import { boughtOf, lineOfRest, linesOfRecipe, productsOf, templateProductsOf } from './recipe-lines.ts'
import { type Rest, RestOfRecipe } from './rest-of-recipe.tsx'
import { interactiveCall } from '../../sync/calls.ts'

interface Read {
  recipe: Recipe
  atHome: AtHome
}

/**
 * Reads a recipe and adds what is missing at home to the list. A text is read on the device, so also offline. A page is
 * read by the server, and only after a press: any website can link to this dialog with an address in it.
 */
export function RecipeDialog({ text, opened }: { text: string; opened: boolean }) {
  const { t } = useLingui()
  const wide = useWide()
  const [read, setRead] = useState<Read | null>(null)
  const { given, give, forget } = useDraft(text)
  const name = read?.recipe.name ?? ''
  // A text needs no network and no server, so it is read at once.
  useEffect(() => {
    const recipe = addressIn(text) === null ? readRecipeText(text) : null
    if (recipe) void readAtHome().then((atHome) => setRead({ recipe, atHome }))
  }, [text])
  return (
    <Dialog
      opened={opened}
      onClose={() => openPasted(null)}
      closeOnClickOutside={read === null && given.trim() === ''}
      fullScreen={!wide}
      size={640}
      title={name === '' ? t`From a recipe` : name}
    >
      {read ? (
        <Review {...read} onDone={forget} />
      ) : (
        <Ask text={text} given={given} onGive={give} onRead={setRead} />
      )}
    </Dialog>
  )
}

/** The text of the field. What was typed outlives the dialog, until its products are added. */
function useDraft(text: string) {
  const listId = useOpenList((state) => state.listId) ?? ''
  const [given, setGiven] = useState(() => text || (useListUi.getState().recipeDrafts.get(listId) ?? ''))
  return {
    given,
    give: (typed: string) => {
      setGiven(typed)
      keepRecipeDraft(listId, typed)
    },
    // The draft may be another recipe than this one, which was pasted elsewhere.
    forget: () => {
      if (useListUi.getState().recipeDrafts.get(listId) === given) keepRecipeDraft(listId, '')
    },
  }
}

const nothingFound = msg`No ingredients were found in this text. Copy the ingredients, one per line.`
const needsNetwork = msg`You are offline, so the page cannot be opened. If you have the recipe, paste its text here instead.`
const needsAccount = msg`A page can only be read with an account. Paste the text of the recipe here instead.`

interface AskProps {
  text: string
  /** what is in the field */
  given: string
  onGive: (typed: string) => void
  onRead: (read: Read) => void
}

/** Asks for the address or the text of a recipe. */
function Ask({ text, given, onGive, onRead }: AskProps) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const hasAccount = useSession(who) === 'account'
  const [busy, setBusy] = useState(false)
  /** the address that could not be read */
  const [failed, setFailed] = useState<string | null>(null)
  const [problem, setProblem] = useState<MessageDescriptor | null>(null)
  const address = addressIn(given)

  async function read(whole: string) {
    const url = addressIn(whole)
    setProblem(null)
    // Whoever adds the ingredients to an address that failed does not want it to be tried again.
    const recipe = url === null || url === failed ? readRecipeText(whole) : null
    if (recipe) {
      const source = recipe.source || (url ?? '')
      return onRead({ recipe: { ...recipe, source }, atHome: await readAtHome() })
    }
    if (url === null) return setProblem(nothingFound)
    setFailed(url)
    if (!hasAccount) return setProblem(needsAccount)
    if (!online) return setProblem(needsNetwork)
    setBusy(true)
    try {
      onRead({ recipe: await recipeAt(url), atHome: await readAtHome() })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  function onPaste(event: ClipboardEvent<HTMLTextAreaElement>) {
    const pasted = event.clipboardData.getData('text/plain')
    if (busy || given.trim() !== '' || pasted.trim() === '') return
    event.preventDefault()
    onGive(pasted)
    void read(pasted)
  }
  return (
    <form
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault()
        void read(given)
      }}
    >
      <Textarea
        data-autofocus={text === '' || undefined}
        label={t`Address of the recipe, or its text`}
        description={t`From a website, a message or a book. You can review it before it is added.`}
        rows={address === null ? 8 : 3}
        maxRows={14}
        value={given}
        readOnly={busy}
        onChange={({ currentTarget }) => onGive(currentTarget.value)}
        onPaste={onPaste}
      />
      {problem && (
        <Text role="alert" c="var(--app-error)" mt="sm">
          {t(problem)}
        </Text>
      )}
      <Button
        type="submit"
        fullWidth
        mt="md"
        data-autofocus={text !== '' || undefined}
        disabled={given.trim() === ''}
        loading={busy}
      >
        <Trans>Read the recipe</Trans>
      </Button>
      {text !== '' && !busy && (
        <Button variant="subtle" fullWidth mt="xs" onClick={() => openPasted(given, 'list')}>
          <Trans>Add it as a list instead</Trans>
        </Button>
      )}
    </form>
  )
}

/** The lines of a recipe that were left out, with the keys that they get as lines to buy. */
function restOf({ ingredients, leftOut = [] }: Recipe): Rest[] {
  return leftOut.map((text, i) => ({ key: ingredients.length + i, text }))
}

/** The ingredients as products. What is at home is not ticked, and is remembered. */
function Review({ recipe, atHome, onDone }: Read & { onDone: () => void }) {
  const { t } = useLingui()
  const markOf = useMarkOf()
  const amountOf = useAmount()
  const wide = useWide()
  const guest = useSession(who) === 'guest'
  const mayKeep = useMayChangeTemplates()
  const from = recipe.portions ?? 1
  const [portions, setPortions] = useState(from)
  const [lines, setLines] = useState(() => linesOfRecipe(recipe, atHome))
  const [busy, setBusy] = useState<'add' | 'keep' | null>(null)
  const [isSaved, setSaved] = useState(false)
  /** lines of the recipe that were left out, by the key of the line that each would become */
  const [rest, setRest] = useState(() => restOf(recipe))
  const read = useMemo(() => productsOf(lines, from, portions), [lines, from, portions])
  const ticked = useMemo(() => new Set(lines.filter((line) => line.ticked).map(({ key }) => key)), [lines])
  const wanted = useMemo(
    () => boughtOf(read.filter(({ key, error }) => ticked.has(key) && error === null)),
    [read, ticked],
  )
  const met = useMemo(() => meetings(wanted), [wanted])
  const todo = useMemo(() => sorted(wanted), [wanted])
  const byKey = useMemo(() => new Map(lines.map((line) => [line.key, line])), [lines])
  const rows = useMemo(() => new Map(wanted.flatMap((row) => row.keys.map((key) => [key, row]))), [wanted])
  const [added, changed] = [todo.fresh.length, todo.there.size]
  const isNothing = added + changed === 0
  const isWrong = read.some(({ key, error }) => ticked.has(key) && error !== null)

  const change = useCallback((key: Line['key'], typed: string) => {
    setLines((now) =>
      now.map((line) => (line.key === key ? { ...line, text: typed, ingredient: null } : line)),
    )
  }, [])
  const tick = useCallback((key: Line['key'], isTicked: boolean) => {
    setLines((now) => now.map((line) => (line.key === key ? { ...line, ticked: isTicked } : line)))
  }, [])

  function bringIn(key: number, text: string) {
    setLines((now) => [...now, lineOfRest(text, key)])
    setRest((now) => now.filter((one) => one.key !== key))
  }

  /** What happens to a line on the list, which may have the product already or get it from several lines. */
  function markOfLine(key: number): string {
    const row = rows.get(key)
    if (!row) return byKey.get(key)?.isThere ? t`on the list` : ''
    if (row.key !== key) return t`counted above`
    const there = met.get(key)
    const { quantity, unit } = row.value
    const mark = markOf(there, there !== undefined || byKey.get(key)?.isThere === true)
    if (mark !== '' || row.keys.length === 1 || quantity === undefined) return mark
    const total = amountOf(quantity, unit ?? 'pcs')
    return t`${total} in all`
  }

  async function add() {
    if (!isNothing) {
      setBusy('add')
      const done = await addProducts(todo.fresh, todo.there)
      setBusy(null)
      if (!done) return // the error has been shown, and all lines stay
      remember(wanted.map(({ value }) => value))
      notify('none', doneText(added, changed), undo(done.undo))
    }
    // What was not ticked because it is on the list may not be at home.
    const answered = read.filter(({ key }) => ticked.has(key) || !byKey.get(key)?.isThere)
    void rememberAtHome(
      answered.map(({ key, said: { productName } }) => [productName, !ticked.has(key)] as const),
    )
    onDone()
    openPasted(null)
  }

  async function keep() {
    setBusy('keep')
    const products = templateProductsOf(productsOf(lines, from, from))
    const values = {
      templateName: recipe.name || t`Recipe`,
      ...(recipe.portions !== null && { portions: recipe.portions }),
      ...(recipe.source !== '' && { source: recipe.source }),
    }
    setSaved(await templateFromRecipe(values, products))
    setBusy(null)
  }

  return (
    <>
      <Group justify="space-between" gap="xs" mb={4}>
        <PortionsField value={portions} isFactor={recipe.portions === null} onChange={setPortions} />
        {recipe.source !== '' && <SourceLink source={recipe.source} />}
      </Group>
      <Text c="dimmed" fz="sm" mb={4}>
        <Trans>Untick what you have at home. It is remembered for the next recipe.</Trans>
      </Text>
      <ul className={`${lineClasses.lines} ${fieldClasses.boxed}`} aria-label={t`Ingredients`}>
        {read.map((line) => (
          <PastedLine
            key={line.key}
            line={line}
            mark={markOfLine(line.key)}
            original={byKey.get(line.key)?.original ?? ''}
            ticked={ticked.has(line.key)}
            onTick={tick}
            onChange={change}
          />
        ))}
      </ul>
      <RestOfRecipe rest={rest} onAdd={bringIn} />
      <Group className={dialog.buttons} data-docked="" justify="flex-end" gap="sm">
        {!guest && (
          <Button
            variant="default"
            flex={wide ? undefined : 'auto'}
            disabled={!mayKeep || isSaved || read.length === 0}
            loading={busy === 'keep'}
            onClick={() => void keep()}
          >
            {isSaved ? <Trans>Kept as a template</Trans> : <Trans>Keep as a template</Trans>}
          </Button>
        )}
        <Button
          color="orange"
          flex={wide ? undefined : 'auto'}
          data-autofocus
          disabled={isWrong}
          loading={busy === 'add'}
          onClick={() => void add()}
        >
          {isNothing ? <Trans>Done</Trans> : <AddLabel added={added} changed={changed} />}
        </Button>
      </Group>
    </>
  )
}

/** Longer than the server takes for the slowest site, so that its answer is the one that is shown. */
const timeoutMs = 12_000

/** Asks the server to read the page of a recipe: a page of this app may not read those of other sites. */
function recipeAt(url: string): Promise<Recipe> {
  return interactiveCall('POST /api/v3/recipe', { body: { url }, timeout: timeoutMs })
}
