import { currencyOf, decimalsOf, usualCurrency } from '../../core/product/currency.ts'
import type { Language, Unit } from '../../core/product/entities.ts'
import { shownName } from '../../core/text/tongues.ts'
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
      | 'waysInChanged'
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

/** Puts a text on one line, without control characters and those that change the direction of the text after them. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Bidi_C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
/** Removes typographic quotes: a user's text is shown in quotes that it cannot close, so it never looks like ours. */
const unquoted = (text: string) => oneLine(text).replace(/[“”„]/g, '"')
const en = (text: string) => `“${unquoted(text)}”`
const pl = (text: string) => `„${unquoted(text)}”`

/** Puts a user's text in the quotes of a language. */
export const quotedIn = (language: Language, text: string) => (language === 'pl' ? pl : en)(text)

const texts: { [K in MailKind]: Record<Language, (data: MailData[K]) => Letter> } = {
  activation: {
    en: ({ link }) => ({
      subject: 'Activate your account',
      lines: ['Welcome!', 'One click, and you can share your shopping lists.'],
      button: { text: 'Activate my account', link },
      after: 'The link works for 7 days. If you did not register, you can ignore this email.',
    }),
    pl: ({ link }) => ({
      subject: 'Aktywuj swoje konto',
      lines: ['Witamy!', 'Jedno kliknięcie i możesz udostępniać listy zakupów.'],
      button: { text: 'Aktywuj konto', link },
      after: 'Link działa przez 7 dni. Jeśli to nie Ty zakładasz konto, zignoruj tę wiadomość.',
    }),
  },
  admission: {
    en: ({ link }) => ({
      subject: 'You are invited to make an account',
      lines: ['Whoever runs this server invites you to keep your shopping lists here.'],
      button: { text: 'Create an account', link },
      after: 'The link works for 7 days and for one person. If you do not want it, you need not do anything.',
    }),
    pl: ({ link }) => ({
      subject: 'Zaproszenie do założenia konta',
      lines: ['Osoba prowadząca ten serwer zaprasza Cię do prowadzenia tu swoich list zakupów.'],
      button: { text: 'Utwórz konto', link },
      after: 'Link działa przez 7 dni i dla jednej osoby. Jeśli go nie potrzebujesz, nie musisz nic robić.',
    }),
  },
  reset: {
    en: ({ link }) => ({
      subject: 'Set a new password',
      lines: ['Somebody, probably you, asked for a new password for this address.'],
      button: { text: 'Set a new password', link },
      after:
        'The link works for one hour and only once. If it was not you, you can ignore this email: your password stays as it is.',
    }),
    pl: ({ link }) => ({
      subject: 'Ustaw nowe hasło',
      lines: ['Ktoś, zapewne Ty, poprosił o nowe hasło dla tego adresu.'],
      button: { text: 'Ustaw nowe hasło', link },
      after:
        'Link działa przez godzinę i tylko raz. Jeśli to nie Ty, zignoruj tę wiadomość: hasło pozostaje bez zmian.',
    }),
  },
  notice: {
    en: ({ what, device, link, at }) => ({
      subject: {
        passwordChanged: 'Your password was changed',
        passwordReset: 'Your password was set anew',
        newDevice: 'Somebody logged in on a new device',
        emailLeft: 'This is no longer the address of your account',
        emailChanged: 'Your email address was changed',
        tokenMade: 'Another app may use your account',
        webhookMade: 'Another app is told what changes in your lists',
        waysInChanged: 'The ways into your account have changed',
      }[what],
      lines: [
        {
          passwordChanged: 'The password of your account was changed. All other devices were logged out.',
          passwordReset:
            'The password of your account was set anew by a mailed link. All devices were logged out.',
          newDevice: 'Somebody, probably you, logged in to your account on a device that is new to us.',
          emailLeft:
            'The email address of your account was changed. You log in with the new one now, and no longer with this one. All other devices were logged out.',
          emailChanged:
            'From now on you log in to your account with this address. All other devices were logged out.',
          tokenMade: `A token ${en(device)} was made: an app that has it can use your account. A new password that you set by the button below ends all tokens.`,
          webhookMade: `From now on ${en(device)} is told what changes in your lists. You can end that in your profile, under ‘Other apps’.`,
          waysInChanged: `How to log in to your account has changed: ${en(device)} was added or removed. What is there now is in your profile, under ‘Ways in’.`,
        }[what],
        when('en', /Made$|^waysIn/.test(what) ? '' : device, at),
      ],
      // A new password is mailed to the new address only.
      button: what === 'emailLeft' ? undefined : { text: 'It was not me: set a new password', link },
      after:
        what === 'emailLeft'
          ? 'If it was not you, write to whoever runs this server at once.'
          : 'If it was you, you need not do anything.',
    }),
    pl: ({ what, device, link, at }) => ({
      subject: {
        passwordChanged: 'Twoje hasło zostało zmienione',
        passwordReset: 'Twoje hasło zostało ustawione od nowa',
        newDevice: 'Logowanie na nowym urządzeniu',
        emailLeft: 'To już nie jest adres Twojego konta',
        emailChanged: 'Twój adres e-mail został zmieniony',
        tokenMade: 'Inna aplikacja może używać Twojego konta',
        webhookMade: 'Inna aplikacja dowiaduje się o zmianach na Twoich listach',
        waysInChanged: 'Zmieniły się sposoby logowania na Twoje konto',
      }[what],
      lines: [
        {
          passwordChanged:
            'Hasło do Twojego konta zostało zmienione. Wszystkie inne urządzenia zostały wylogowane.',
          passwordReset:
            'Hasło do Twojego konta zostało ustawione od nowa przez link z wiadomości. Wszystkie urządzenia zostały wylogowane.',
          newDevice: 'Ktoś, zapewne Ty, zalogował się na Twoje konto na urządzeniu, którego nie znamy.',
          emailLeft:
            'Adres e-mail Twojego konta został zmieniony. Logujesz się teraz nowym adresem, a tym już nie. Wszystkie inne urządzenia zostały wylogowane.',
          emailChanged:
            'Od teraz logujesz się na swoje konto tym adresem. Wszystkie inne urządzenia zostały wylogowane.',
          tokenMade: `Powstał token ${pl(device)}: aplikacja, która go ma, może używać Twojego konta. Nowe hasło ustawione przyciskiem poniżej kończy wszystkie tokeny.`,
          webhookMade: `Od teraz ${pl(device)} dowiaduje się o zmianach na Twoich listach. Możesz to zakończyć w profilu, w „Inne aplikacje”.`,
          waysInChanged: `Zmieniły się sposoby logowania na Twoje konto: dodano lub usunięto ${pl(device)}. Aktualne są w profilu, w „Sposoby logowania”.`,
        }[what],
        when('pl', /Made$|^waysIn/.test(what) ? '' : device, at),
      ],
      button: what === 'emailLeft' ? undefined : { text: 'To nie ja: ustaw nowe hasło', link },
      after:
        what === 'emailLeft'
          ? 'Jeśli to nie Ty, napisz od razu do osoby prowadzącej ten serwer.'
          : 'Jeśli to Ty, nie musisz nic robić.',
    }),
  },
  emailCode: {
    en: ({ address, code, newEmail, device, link, at }) =>
      address === 'old'
        ? {
            subject: 'Your email address is to change: code 1 of 2',
            lines: [
              `Somebody, probably you, wants to log in to your account with ${en(newEmail)} instead of this address.`,
              when('en', device, at),
              `Code for the old address: ${code}`,
            ],
            button: { text: 'It was not me: set a new password', link },
            after:
              'The address changes only with this code and the one mailed to the new address, within one hour. If it was not you, give the code to nobody and set a new password: somebody knows yours.',
          }
        : {
            subject: 'Your new email address: code 2 of 2',
            lines: [
              'Somebody, probably you, wants to log in to their account with this address.',
              `Code for the new address: ${code}`,
            ],
            after:
              'The code works for one hour. If it was not you, you can ignore this email: without the code nobody can use your address.',
          },
    pl: ({ address, code, newEmail, device, link, at }) =>
      address === 'old'
        ? {
            subject: 'Zmiana adresu e-mail: kod 1 z 2',
            lines: [
              `Ktoś, zapewne Ty, chce logować się na Twoje konto adresem ${pl(newEmail)} zamiast tego adresu.`,
              when('pl', device, at),
              `Kod dla starego adresu: ${code}`,
            ],
            button: { text: 'To nie ja: ustaw nowe hasło', link },
            after:
              'Adres zmieni się dopiero po wpisaniu tego kodu i kodu wysłanego na nowy adres, w ciągu godziny. Jeśli to nie Ty, nie podawaj nikomu kodu i ustaw nowe hasło: ktoś zna obecne.',
          }
        : {
            subject: 'Nowy adres e-mail: kod 2 z 2',
            lines: [
              'Ktoś, zapewne Ty, chce logować się tym adresem na swoje konto.',
              `Kod dla nowego adresu: ${code}`,
            ],
            after:
              'Kod działa przez godzinę. Jeśli to nie Ty, zignoruj tę wiadomość: bez kodu nikt nie użyje Twojego adresu.',
          },
  },
  emailTaken: {
    en: ({ link }) => ({
      subject: 'There is an account with your address already',
      lines: [
        'Somebody, probably you, wanted to move another account to this address. There is an account with it already, so nothing was changed.',
      ],
      button: { text: 'Set a new password for it', link },
      after:
        'To use the address for the other account, change the address of this one first. If it was not you, you can ignore this email.',
    }),
    pl: ({ link }) => ({
      subject: 'Konto z Twoim adresem już istnieje',
      lines: [
        'Ktoś, zapewne Ty, chciał przenieść inne konto na ten adres. Konto z tym adresem już istnieje, więc nic się nie zmieniło.',
      ],
      button: { text: 'Ustaw do niego nowe hasło', link },
      after:
        'Aby użyć tego adresu na innym koncie, zmień najpierw adres w tym. Jeśli to nie Ty, zignoruj tę wiadomość.',
    }),
  },
  shared: {
    en: ({ link, listName, ownerName }) => ({
      subject: 'A shopping list was shared with you',
      lines: [
        ownerName === ''
          ? `The owner of the list ${en(listName)} shares it with you.`
          : `${en(ownerName)} shares the list ${en(listName)} with you.`,
        'You will find it under “Shared with me”.',
      ],
      button: { text: 'Open the list', link },
      after: 'You can leave the list at any time.',
    }),
    pl: ({ link, listName, ownerName }) => ({
      subject: 'Udostępniono Ci listę zakupów',
      lines: [
        ownerName === ''
          ? `Właściciel listy ${pl(listName)} udostępnia Ci ją.`
          : `${pl(ownerName)} udostępnia Ci listę ${pl(listName)}.`,
        'Znajdziesz ją w „Udostępnione mi”.',
      ],
      button: { text: 'Otwórz listę', link },
      after: 'W każdej chwili możesz opuścić tę listę.',
    }),
  },
  invite: {
    en: ({ link, listName, ownerName }) => ({
      subject: 'You are invited to a shopping list',
      lines: [
        ownerName === ''
          ? `The owner of the list ${en(listName)} invites you to it.`
          : `${en(ownerName)} invites you to the list ${en(listName)}.`,
        'Log in to open it. If you have no account yet, you only choose a password.',
      ],
      button: { text: 'See the invitation', link },
      after:
        'The link works for 7 days. It is for you alone, because it proves that this address is yours: do not pass it on. If you do not want the list, you need not do anything.',
    }),
    pl: ({ link, listName, ownerName }) => ({
      subject: 'Zaproszenie do listy zakupów',
      lines: [
        ownerName === ''
          ? `Właściciel listy ${pl(listName)} zaprasza Cię do niej.`
          : `${pl(ownerName)} zaprasza Cię do listy ${pl(listName)}.`,
        'Zaloguj się, aby ją otworzyć. Jeśli nie masz jeszcze konta, wystarczy, że wybierzesz hasło.',
      ],
      button: { text: 'Zobacz zaproszenie', link },
      after:
        'Link działa przez 7 dni. Jest tylko dla Ciebie, bo potwierdza, że ten adres należy do Ciebie: nie przekazuj go nikomu. Jeśli nie chcesz tej listy, nie musisz nic robić.',
    }),
  },
  asked: {
    en: ({ link, listName, name, email, sentTo }) => ({
      subject: 'Somebody asks to join your shopping list',
      lines: [
        `${en(name || email)} wants to join the list ${en(listName)} with the invitation that you mailed to ${en(sentTo)}.`,
        `The address of their account: ${en(email)}`,
      ],
      button: { text: 'Open the list', link },
      after:
        'Under “Sharing” you can let them in, or take the invitation back. If you do nothing, they do not get the list.',
    }),
    pl: ({ link, listName, name, email, sentTo }) => ({
      subject: 'Ktoś prosi o dostęp do Twojej listy zakupów',
      lines: [
        `${pl(name || email)} chce dołączyć do listy ${pl(listName)} z zaproszeniem wysłanym na adres ${pl(sentTo)}.`,
        `Adres konta tej osoby: ${pl(email)}`,
      ],
      button: { text: 'Otwórz listę', link },
      after:
        'W „Udostępnianie” możesz wpuścić tę osobę albo cofnąć zaproszenie. Jeśli nic nie zrobisz, nie dostanie ona listy.',
    }),
  },
  ending: {
    en: ({ link, ownerName, lists, left, mayTakeOver, at }) => ({
      subject: 'Shared shopping lists are about to end',
      lines: [
        `${ownerName === '' ? 'The owner of lists that you share' : en(ownerName)} is deleting their account. These lists end with it on ${dayOf('en', at)}:`,
      ],
      rows: named('en', lists, left),
      button: { text: 'Open the lists', link },
      after: `${mayTakeOver ? 'Until then, you can take over a list that you may edit, with one press on its page: it stays, with everybody on it.' : 'Until then, a member who may edit a list can take it over on its page: then it stays.'} If the owner logs in again before that day, nothing changes.`,
    }),
    pl: ({ link, ownerName, lists, left, mayTakeOver, at }) => ({
      subject: 'Udostępnione Ci listy zakupów wkrótce znikną',
      lines: [
        `${ownerName === '' ? 'Właściciel udostępnionych Ci list' : pl(ownerName)} usuwa swoje konto. Razem z nim ${dayOf('pl', at)} znikną te listy:`,
      ],
      rows: named('pl', lists, left),
      button: { text: 'Otwórz listy', link },
      after: `${mayTakeOver ? 'Do tego czasu możesz przejąć listę, którą wolno Ci edytować, jednym naciśnięciem na jej stronie: zostanie razem ze wszystkimi, którzy z niej korzystają.' : 'Do tego czasu osoba, która może edytować listę, może ją przejąć na jej stronie: wtedy lista zostanie.'} Jeśli właściciel zaloguje się przed tym dniem, nic się nie zmieni.`,
    }),
  },
  list: {
    en: (list) => ({
      subject: 'A shopping list for you',
      lines: [
        list.ownerName === ''
          ? `The owner of the list ${en(list.listName)} sends it to you, as it is now.`
          : `${en(list.ownerName)} sends you the list ${en(list.listName)}, as it is now.`,
      ],
      rows: rows('en', list),
      total: list.sum > 0 ? `Total ${money('en', list)}` : undefined,
      button: list.link ? { text: 'See it as it changes', link: list.link } : undefined,
      after: `This email was sent at the request of ${list.ownerName === '' ? 'the owner of the list' : en(list.ownerName)}.`,
    }),
    pl: (list) => ({
      subject: 'Lista zakupów dla Ciebie',
      lines: [
        list.ownerName === ''
          ? `Właściciel listy ${pl(list.listName)} przesyła Ci ją w obecnym stanie.`
          : `${pl(list.ownerName)} przesyła Ci listę ${pl(list.listName)} w obecnym stanie.`,
      ],
      rows: rows('pl', list),
      total: list.sum > 0 ? `Razem ${money('pl', list)}` : undefined,
      button: list.link ? { text: 'Zobacz aktualną listę', link: list.link } : undefined,
      after: `Wiadomość wysłana na prośbę: ${list.ownerName === '' ? 'właściciel listy' : pl(list.ownerName)}.`,
    }),
  },
}

export function writeMail<K extends MailKind>(
  kind: K,
  language: Language,
  data: MailData[K],
): { subject: string; text: string; html: string } {
  const letter = texts[kind][language](data)
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
function when(language: Language, device: string, at: number): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  const time = `${new Intl.DateTimeFormat(locales[language], style).format(at)} UTC`
  return device === '' ? time : `${device}, ${time}`
}

/** Returns a day, in UTC like the time in other mails. */
function dayOf(language: Language, at: number): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}

const locales = { en: 'en-GB', pl: 'pl-PL' } as const
const pieces = { en: 'pcs', pl: 'szt.' } as const

function rows(language: Language, { products, left }: ListMail): Letter['rows'] {
  const number = new Intl.NumberFormat(locales[language], { maximumFractionDigits: 2 })
  const listed = products.map(({ name: typed, note, quantity, unit, bought }) => {
    const name = shownName(typed, language)
    const isOne = quantity === 1 && unit === 'pcs'
    const amount = isOne ? '' : `${number.format(quantity)} ${unit === 'pcs' ? pieces[language] : unit}`
    return { text: oneLine(note ? `${name} (${note})` : name), amount, done: bought }
  })
  return [...listed, ...others(language, left)]
}

function others(language: Language, left: number): { text: string; amount: string }[] {
  if (left === 0) return []
  return [{ text: { en: `and ${left} more`, pl: `i jeszcze ${left}` }[language], amount: '' }]
}

function named(language: Language, lists: readonly string[], left: number): Letter['rows'] {
  return [...lists.map((name) => ({ text: oneLine(name), amount: '' })), ...others(language, left)]
}

function money(language: Language, list: Pick<ListMail, 'sum' | 'currency'>): string {
  const currency = currencyOf(list)
  const decimals = Number.isInteger(list.sum) ? decimalsOf(currency) : 2
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  if (currency === usualCurrency)
    return `${new Intl.NumberFormat(locales[language], digits).format(list.sum)}\u00A0zł`
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', ...digits } as const
  return new Intl.NumberFormat(locales[language], style).format(list.sum)
}
