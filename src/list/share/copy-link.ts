import { notify } from '../../state/notices.ts'
import { sharingTexts } from '../../texts/list-texts.ts'

/** Copies a link and tells the user. False: the browser did not let it, so the link has to be in sight. */
export async function copyLink(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(url)
    notify('success', sharingTexts.copied)
    return true
  } catch {
    notify('warning', sharingTexts.notCopied)
    return false
  }
}
