import { Trans, useLingui } from '@lingui/react/macro'
import classes from './form.module.css'
import { TemplatePicture } from '../template-picture.tsx'
import { pictureNames } from '../template-text.ts'

export function PictureChoice({ value, onChange }: { value: string; onChange: (image: string) => void }) {
  const { t } = useLingui()
  return (
    <fieldset className={classes.choice}>
      <legend>
        <Trans>Picture</Trans>
      </legend>
      <div className={classes.pictures}>
        {Object.entries(pictureNames).map(([image, name]) => (
          <label key={image} className={classes.picture} title={t(name)}>
            <input
              type="radio"
              name="image"
              aria-label={t(name)}
              value={image}
              checked={image === value}
              onChange={() => onChange(image)}
            />
            <TemplatePicture image={image} size={24} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
