import type { ReactNode } from 'react'
import classes from './pictures.module.css'

/** The frame of a line drawing in the theme's colours; all drawings have the same line weight. */
export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      className={classes.picture}
      viewBox="0 0 240 180"
      fill="none"
      stroke="var(--app-text)"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <ellipse fill="var(--app-tint)" stroke="none" cx="120" cy="158" rx="92" ry="12" />
      {children}
    </svg>
  )
}

export function SearchPicture() {
  return (
    <Picture>
      <path
        className={classes.fill}
        d="M66 24h74l20 20v100a10 10 0 0 1-10 10H66a10 10 0 0 1-10-10V34a10 10 0 0 1 10-10z"
      />
      <path d="M140 24v20h20M76 62h60M76 84h40M76 106h28" />
      <circle className={classes.tint} cx="152" cy="106" r="30" />
      <path className={classes.accentLine} d="m174 128 24 24" />
    </Picture>
  )
}

export function CloudPicture() {
  return (
    <Picture>
      <path className={classes.fill} d="M78 132a34 34 0 0 1-2-68 46 46 0 0 1 88-6 38 38 0 0 1-2 74z" />
      <path className={classes.accentLine} d="m106 96 14-14 14 14" />
      <path className={classes.accentLine} d="M120 118V86" strokeDasharray="1 10" />
    </Picture>
  )
}
