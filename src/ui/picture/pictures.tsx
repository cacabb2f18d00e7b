import { Picture } from './picture.tsx'
import classes from './pictures.module.css'

export function BasketPicture() {
  return (
    <Picture>
      <path fill="var(--app-success-tint)" d="M88 74c-4-22 8-38 24-44 4 18 0 34-12 46" />
      <path d="M112 30c-6 14-12 28-14 44" />
      <path className={classes.fill} d="M128 76V44c0-8 6-10 12-10s12 2 12 10v32" />
      <path d="M132 34v-10h16v10M128 52h24" />
      <circle className={classes.accent} cx="170" cy="66" r="15" />
      <path d="M170 51c0-6 3-9 8-10" />
      <path className={classes.fill} d="M52 76h136l-14 74a10 10 0 0 1-10 8H76a10 10 0 0 1-10-8z" />
      <path d="M46 76h148M78 96l6 42M162 96l-6 42M106 100v6M134 100v6" />
      <path className={classes.accentLine} d="M102 120q18 18 36 0" />
    </Picture>
  )
}

export function BoxPicture() {
  return (
    <Picture>
      <path className={classes.fill} d="M86 28h58l16 16v60H86z" />
      <path d="M144 28v16h16" />
      <path className={classes.accentLine} d="m98 56 5 5 9-10M98 78l5 5 9-10" />
      <path d="M122 58h24M122 80h24" />
      <path className={classes.fill} d="M50 92h140v56a10 10 0 0 1-10 10H60a10 10 0 0 1-10-10z" />
      <path className={classes.tint} d="M42 78h156a6 6 0 0 1 6 6v14H36V84a6 6 0 0 1 6-6z" />
      <path d="M104 122h32" />
    </Picture>
  )
}

export function PeoplePicture() {
  return (
    <Picture>
      <circle className={classes.fill} cx="72" cy="68" r="22" />
      <path className={classes.fill} d="M34 156c0-34 16-52 38-52s38 18 38 52z" />
      <circle className={classes.tint} cx="168" cy="68" r="22" />
      <path className={classes.tint} d="M130 156c0-34 16-52 38-52s38 18 38 52z" />
      <path className={classes.fill} d="M98 94h44v56a8 8 0 0 1-8 8h-28a8 8 0 0 1-8-8z" />
      <path className={classes.accentLine} d="m107 110 4 4 7-8M107 130l4 4 7-8" />
      <path d="M124 111h10M124 131h10" />
    </Picture>
  )
}

export function DonePicture() {
  return (
    <Picture>
      <path d="M82 78c0-60 76-60 76 0" />
      <path className={classes.fill} d="M46 74h148l-13 76a10 10 0 0 1-10 8H69a10 10 0 0 1-10-8z" />
      <circle className={classes.accent} cx="120" cy="114" r="28" />
      <path className={classes.onAccent} d="m107 114 9 9 18-20" />
      <path className={classes.accentLine} d="M38 40l10 8M58 22l5 11M202 40l-10 8M182 22l-5 11M120 8v10" />
    </Picture>
  )
}
