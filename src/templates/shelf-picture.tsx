import { Picture } from '../ui/picture/picture.tsx'
import classes from '../ui/picture/picture.module.css'

export function ShelfPicture() {
  return (
    <Picture>
      <path className={classes.tint} d="M84 30h92a8 8 0 0 1 8 8v96a8 8 0 0 1-8 8H84z" />
      <path
        className={classes.fill}
        d="M64 44h92a8 8 0 0 1 8 8v98a8 8 0 0 1-8 8H64a8 8 0 0 1-8-8V52a8 8 0 0 1 8-8z"
      />
      <path className={classes.line} d="M94 76h50M94 100h42M94 124h50" />
      <path className={classes.accentLine} d="m70 76 4 4 8-9M70 100l4 4 8-9M70 124l4 4 8-9" />
      <circle className={classes.accent} cx="184" cy="136" r="20" />
      <path className={classes.onAccent} d="M184 127v18M175 136h18" />
    </Picture>
  )
}
