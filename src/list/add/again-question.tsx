import { Trans } from '@lingui/react/macro'
import { AgainText, useAllOf } from '../../texts/again-text.tsx'
import classes from '../duplicates/duplicates.module.css'
import type { NewProduct } from './use-new-product.ts'
import { Button } from '../../ui/control/button.tsx'

/** Asks about a product that is on the list already. The typed text stays until the answer; Enter means yes. */
export function AgainQuestion({ product }: { product: NewProduct }) {
  const { again } = product
  return (
    <div role="status" className={classes.status}>
      {again && <Question product={product} again={again} />}
    </div>
  )
}

interface QuestionProps {
  product: NewProduct
  again: NonNullable<NewProduct['again']>
}

function Question({ product, again }: QuestionProps) {
  const all = useAllOf()(again)
  const { there, both } = again
  // The focus stays in the field, so that a phone's keyboard stays open.
  const stay = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }
  return (
    <div className={classes.question}>
      <div className={classes.text}>
        <strong>{there.productName}</strong>
        <span className={classes.amounts}>
          <AgainText again={again} />
        </span>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" {...stay} onClick={() => void product.addBeside()}>
          <Trans>Add separately</Trans>
        </Button>
        {both && (
          <Button color="orange" {...stay} onClick={() => void product.add()}>
            <Trans>Make it {all}</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}
