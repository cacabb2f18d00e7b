import { currencyOf, decimalsOf, usualCurrency } from '../../core/product/currency.ts'
import type { Unit } from '../../core/product/entities.ts'
import { type Language, localeOf } from '../../core/text/language.ts'
import { shownName } from '../../core/text/tongues.ts'
import { oneLine, type Say, sayIn } from '../base/say.ts'
import { type Letter, page } from './mail-page.ts'

/** The data of each kind of mail; everything here is plain text. */
export interface MailData {
  activation: { link: string }
  admission: { link: string }
  reset: { link: string }
  /** what was done with the account; `device` is '' if unknown, `at` is epoch ms */
  notice: {
    /** 'emailLeft' goes to the old address, 'emailChanged' to the new one */
    what:
      | 'passwordChanged'
      | 'passwordReset'
      | 'newDevice'
      | 'emailLeft'
      | 'emailChanged'
      | 'tokenMade'
      | 'webhookMade'
      | 'wayInAdded'
      | 'wayInRemoved'
    device: string
    link: string
    at: number
  }
  /**
   * a code that confirms a change of the account's address, for one of the two mailboxes; `link` resets the password
   */
  emailCode: {
    address: 'old' | 'new'
    code: string
    newEmail: string
    device: string
    link: string
    at: number
  }
  /** goes to the owner of an account whose address somebody wants to use for another account */
  emailTaken: { link: string }
  /** here and below, `ownerName` is '' if the owner gave none: no part of an address is mailed */
  shared: { link: string; listName: string; ownerName: string }
  invite: { link: string; listName: string; ownerName: string }
  /** goes to a list's owner: somebody wants to use the invitation that was mailed to `sentTo` */
  asked: { link: string; listName: string; name: string; email: string; sentTo: string }
  /** goes to a member: the owner deletes the account, and these lists go at `at`, epoch ms */
  ending: EndingMail
  list: ListMail
}
export type MailKind = keyof MailData

export interface ListMail {
  listName: string
  ownerName: string
  /** the share link, readable without login; '' while the link is off */
  link: string
  /** `note` is missing in mails that were queued before the update that added notes */
  products: { name: string; note?: string; quantity: number; unit: Unit; bought: boolean }[]
  /** how many products did not fit */
  left: number
  /** 0 when no price is known */
  sum: number
  /** as answers contain it; mails that wait since an older version have none */
  currency?: string | undefined
}

export interface EndingMail {
  link: string
  ownerName: string
  lists: string[]
  /** how many lists are not named */
  left: number
  /** the member may take over at least one of them */
  mayTakeOver: boolean
  at: number
}

/** What a mail is written with: texts in the reader's language, and its formats. */
interface Writer {
  language: Language
  say: Say
}

const texts: { [K in MailKind]: (data: MailData[K], writer: Writer) => Letter } = {
  activation: ({ link }, { say }) => ({
    subject: say('Activate your account'),
    lines: [say('Welcome!'), say('One click, and you can share your shopping lists.')],
    button: { text: say('Activate my account'), link },
    after: say('The link works for 7 days. If you did not register, you can ignore this email.'),
  }),
  admission: ({ link }, { say }) => ({
    subject: say('You are invited to make an account'),
    lines: [say('Whoever runs this server invites you to keep your shopping lists here.')],
    button: { text: say('Create an account'), link },
    after: say(
      'The link works for 7 days and for one person. If you do not want it, you need not do anything.',
    ),
  }),
  reset: ({ link }, { say }) => ({
    subject: say('Set a new password'),
    lines: [say('Somebody, probably you, asked for a new password for this address.')],
    button: { text: say('Set a new password'), link },
    after: say(
      'The link works for one hour and only once. If it was not you, you can ignore this email: your password stays as it is.',
    ),
  }),
  notice: ({ what, device, link, at }, writer) => {
    const { say } = writer
    const ways = {
      totp: say('codes of an app'),
      recovery: say('recovery codes'),
      'second-factor': say('the second factor'),
    }
    const way = Object.hasOwn(ways, device) ? ways[device as keyof typeof ways] : device
    const isName = /Made$|^wayIn/.test(what)
    const said = {
      passwordChanged: [
        say('Your password was changed'),
        say('The password of your account was changed. All other devices were logged out.'),
      ],
      passwordReset: [
        say('Your password was set anew'),
        say('The password of your account was set anew by a mailed link. All devices were logged out.'),
      ],
      newDevice: [
        say('Somebody logged in on a new device'),
        say('Somebody, probably you, logged in to your account on a device that is new to us.'),
      ],
      emailLeft: [
        say('This is no longer the address of your account'),
        say(
          'The email address of your account was changed. You log in with the new one now, and no longer with this one. All other devices were logged out.',
        ),
      ],
      emailChanged: [
        say('Your email address was changed'),
        say('From now on you log in to your account with this address. All other devices were logged out.'),
      ],
      tokenMade: [
        say('Another app may use your account'),
        say(
          'A token “{device}” was made: an app that has it can use your account. A new password that you set by the button below ends all tokens.',
          { device },
        ),
      ],
      webhookMade: [
        say('Another app is told what changes in your lists'),
        say(
          'From now on “{device}” is told what changes in your lists. You can end that in your profile, under ‘Other apps’.',
          { device },
        ),
      ],
      wayInAdded: [
        say('Your account has a new way to log in'),
        say('“{way}” was added. If it was not you, remove it in your profile, under “Login methods”.', {
          way,
        }),
      ],
      wayInRemoved: [
        say('A way to log in to your account was removed'),
        say('“{way}” was removed. What is there now is in your profile, under “Login methods”.', { way }),
      ],
    }[what]
    return {
      subject: said[0] ?? '',
      lines: [said[1] ?? '', when(writer, isName ? '' : device, at)],
      // A new password is mailed to the new address only.
      button: what === 'emailLeft' ? undefined : { text: say('It was not me: set a new password'), link },
      after:
        what === 'emailLeft'
          ? say('If it was not you, write to whoever runs this server at once.')
          : say('If it was you, you need not do anything.'),
    }
  },
  emailCode: ({ address, code, newEmail, device, link, at }, writer) => {
    const { say } = writer
    return address === 'old'
      ? {
          subject: say('Your email address is to change: code 1 of 2'),
          lines: [
            say(
              'Somebody, probably you, wants to log in to your account with “{newEmail}” instead of this address.',
              { newEmail },
            ),
            when(writer, device, at),
            say('Code for the old address: {code}', { code }),
          ],
          button: { text: say('It was not me: set a new password'), link },
          after: say(
            'The address changes only with this code and the one mailed to the new address, within one hour. If it was not you, give the code to nobody and set a new password: somebody knows yours.',
          ),
        }
      : {
          subject: say('Your new email address: code 2 of 2'),
          lines: [
            say('Somebody, probably you, wants to log in to their account with this address.'),
            say('Code for the new address: {code}', { code }),
          ],
          after: say(
            'The code works for one hour. If it was not you, you can ignore this email: without the code nobody can use your address.',
          ),
        }
  },
  emailTaken: ({ link }, { say }) => ({
    subject: say('There is an account with your address already'),
    lines: [
      say(
        'Somebody, probably you, wanted to move another account to this address. There is an account with it already, so nothing was changed.',
      ),
    ],
    button: { text: say('Set a new password for it'), link },
    after: say(
      'To use the address for the other account, change the address of this one first. If it was not you, you can ignore this email.',
    ),
  }),
  shared: ({ link, listName, ownerName }, { say }) => ({
    subject: say('A shopping list was shared with you'),
    lines: [
      ownerName === ''
        ? say('The owner of the list “{listName}” shares it with you.', { listName })
        : say('“{ownerName}” shares the list “{listName}” with you.', { ownerName, listName }),
      say('You will find it under “Shared with me”.'),
    ],
    button: { text: say('Open the list'), link },
    after: say('You can leave the list at any time.'),
  }),
  invite: ({ link, listName, ownerName }, { say }) => ({
    subject: say('You are invited to a shopping list'),
    lines: [
      ownerName === ''
        ? say('The owner of the list “{listName}” invites you to it.', { listName })
        : say('“{ownerName}” invites you to the list “{listName}”.', { ownerName, listName }),
      say('Log in to open it. If you have no account yet, you only choose a password.'),
    ],
    button: { text: say('See the invitation'), link },
    after: say(
      'The link works for 7 days. It is for you alone, because it proves that this address is yours: do not pass it on. If you do not want the list, you need not do anything.',
    ),
  }),
  asked: ({ link, listName, name, email, sentTo }, { say }) => ({
    subject: say('Somebody asks to join your shopping list'),
    lines: [
      say('“{name}” wants to join the list “{listName}” with the invitation that you mailed to “{sentTo}”.', {
        name: name || email,
        listName,
        sentTo,
      }),
      say('The address of their account: “{email}”', { email }),
    ],
    button: { text: say('Open the list'), link },
    after: say(
      'Under “Sharing” you can let them in, or take the invitation back. If you do nothing, they do not get the list.',
    ),
  }),
  ending: ({ link, ownerName, lists, left, mayTakeOver, at }, writer) => {
    const { say } = writer
    const day = dayOf(writer, at)
    const untilThen = mayTakeOver
      ? say(
          'Until then, you can take over a list that you may edit, with one press on its page: it stays, with everybody on it.',
        )
      : say('Until then, a member who may edit a list can take it over on its page: then it stays.')
    return {
      subject: say('Shared shopping lists are about to end'),
      lines: [
        ownerName === ''
          ? say(
              'The owner of lists that you share is deleting their account. These lists end with it on {day}:',
              { day },
            )
          : say('“{ownerName}” is deleting their account. These lists end with it on {day}:', {
              ownerName,
              day,
            }),
      ],
      rows: named(writer, lists, left),
      button: { text: say('Open the lists'), link },
      after: `${untilThen} ${say('If the owner logs in again before that day, nothing changes.')}`,
    }
  },
  list: (list, writer) => {
    const { say } = writer
    const { listName, ownerName, link } = list
    return {
      subject: say('A shopping list for you'),
      lines: [
        ownerName === ''
          ? say('The owner of the list “{listName}” sends it to you, as it is now.', { listName })
          : say('“{ownerName}” sends you the list “{listName}”, as it is now.', { ownerName, listName }),
      ],
      rows: rows(writer, list),
      total: list.sum > 0 ? say('Total {money}', { money: money(writer, list) }) : undefined,
      button: link ? { text: say('See it as it changes'), link } : undefined,
      after:
        ownerName === ''
          ? say('This email was sent at the request of the owner of the list.')
          : say('This email was sent at the request of “{ownerName}”.', { ownerName }),
    }
  },
}

export function writeMail<K extends MailKind>(
  kind: K,
  language: Language,
  data: MailData[K],
): { subject: string; text: string; html: string } {
  const letter = texts[kind](data, { language, say: sayIn(language) })
  return { subject: letter.subject, text: plain(letter), html: page(language, letter) }
}

function plain({ lines, rows = [], total, button, after }: Letter): string {
  const list = rows.map(({ text, amount, done }) => {
    const box = done === undefined ? '  ' : done ? '[x] ' : '[ ] '
    return `${box}${text}${amount ? `, ${amount}` : ''}`
  })
  const parts = [...lines, list.join('\n'), total, button && `${button.text}:\n${button.link}`, after]
  return parts.filter(Boolean).join('\n\n') + '\n'
}

/** Returns device and time, in UTC because the server does not know the reader's time zone. */
function when({ language }: Writer, device: string, at: number): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const time = `${new Intl.DateTimeFormat(localeOf(language), style).format(at)} UTC`
  return device === '' ? time : `${device}, ${time}`
}

/** Returns a day, in UTC like the time in other mails. */
function dayOf({ language }: Writer, at: number): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

function rows(writer: Writer, { products, left }: ListMail): Letter['rows'] {
  const { language, say } = writer
  const number = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: 2 })
  const listed = products.map(({ name: typed, note, quantity, unit, bought }) => {
    const name = shownName(typed, language)
    const isOne = quantity === 1 && unit === 'pcs'
    const amount = isOne ? '' : `${number.format(quantity)} ${unit === 'pcs' ? say('pcs') : unit}`
    return { text: oneLine(note ? `${name} (${note})` : name), amount, done: bought }
  })
  return [...listed, ...others(writer, left)]
}

function others({ say }: Writer, left: number): { text: string; amount: string }[] {
  return left === 0 ? [] : [{ text: say('and {left} more', { left }), amount: '' }]
}

function named(writer: Writer, lists: readonly string[], left: number): Letter['rows'] {
  return [...lists.map((name) => ({ text: oneLine(name), amount: '' })), ...others(writer, left)]
}

function money({ language }: Writer, list: Pick<ListMail, 'sum' | 'currency'>): string {
  const currency = currencyOf(list)
  const decimals = Number.isInteger(list.sum) ? decimalsOf(currency) : 2
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  if (currency === usualCurrency)
    return `${new Intl.NumberFormat(localeOf(language), digits).format(list.sum)}\u00A0zł`
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digits } as const
  return new Intl.NumberFormat(localeOf(language), style).format(list.sum)
}
