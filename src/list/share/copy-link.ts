import { notify } from '../../state/notices.ts'
import { sharingTexts } from '../../texts/list-texts.ts'

/** Copies a link and tells the user. Returns false if the browser refused; the link must then be visible. */
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
