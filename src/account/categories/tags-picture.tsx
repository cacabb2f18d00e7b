import { Picture } from '../../ui/picture/picture.tsx'
import classes from '../../ui/picture/picture.module.css'

export function TagsPicture() {
  return (
    <Picture>
      <path className={classes.tint} d="m138 34 44 6a8 8 0 0 1 7 7l5 40-64 64-40-40z" />
      <path
        className={classes.fill}
        d="m96 28 46 2a8 8 0 0 1 8 8l2 44-66 66a8 8 0 0 1-11 0l-43-43a8 8 0 0 1 0-11z"
      />
      <circle className={classes.accent} cx="126" cy="54" r="8" />
      <path className={classes.line} d="m62 102 30 30M76 88l20 20" />
    </Picture>
  )
}
