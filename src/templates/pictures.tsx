import type { ReactNode } from 'react'
import classes from './pictures.module.css'

/** Line drawings in the theme's colours, of the same weight as those of the lists. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.picture} viewBox="0 0 240 180" aria-hidden="true">
      <ellipse className={classes.ground} cx="120" cy="158" rx="92" ry="12" />
      {children}
    </svg>
  )
}

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

export function NothingPicture() {
  return (
    <Picture>
      <path
        className={classes.fill}
        d="M66 24h94v124a10 10 0 0 1-10 10H66a10 10 0 0 1-10-10V34a10 10 0 0 1 10-10z"
      />
      <path className={classes.line} d="M76 62h60M76 84h40M76 106h28" />
      <circle className={classes.tint} cx="152" cy="106" r="30" />
      <path className={classes.accentLine} d="m174 128 24 24" />
    </Picture>
  )
}

export function OfflinePicture() {
  return (
    <Picture>
      <path className={classes.fill} d="M78 132a34 34 0 0 1-2-68 46 46 0 0 1 88-6 38 38 0 0 1-2 74z" />
      <path className={classes.accentLine} d="m104 82 32 32M136 82l-32 32" />
    </Picture>
  )
}
