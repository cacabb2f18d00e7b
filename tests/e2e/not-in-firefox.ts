/**
 * What Playwright cannot do in Debian's Firefox, and the tests that need it, by a part of their titles. Everything else
 * runs there too.
 */
const needs: Record<string, readonly string[]> = {
  'a finger': [
    'is invited with two presses',
    'an address without an account is invited with the same press',
    'where the mail is refused, the address stays',
    'a note typed on a phone without a network',
    'an empty list shows twelve tiles',
    'with the keyboard open, two rows of usuals',
    'what is due comes first, says so',
    'on a phone: fields in a sheet',
    'a tap on a number selects it',
    'a suggestion is added by one press',
    'a long press opens the sheet',
    'a long press, or Delete, hides a tile',
    'below one bar of 56 pixels',
    'a trip through the shop with one thumb',
    'a whole trip by touch alone',
    'a swipe to the',
    'a short way, a scroll, a second finger',
    'who may only tick swipes only to the right',
  ],
  // It remembers a failed import until the page is loaded again.
  'a script that is imported again': ['a menu whose code did not come says so'],
  'the edges of a phone': ['nothing to press lies under its edges'],
  'a page that is loaded past its worker': [
    'missed when it took over the others',
    'a tab of the version before, beside one of a newer version',
  ],
  'a worker that is killed': ['the worker is killed while it sends'],
  'calls of the worker that are held up': [
    'a captive portal that answers everything',
    'the server is killed while it works',
    'the server is killed when all is stored',
  ],
  'the body of a call': [
    'the page of a dead activation link says how often',
    'a list is shared over a network that swallows the answer',
    'removing a member asks first',
  ],
  'a camera that shows a film': [
    'the scanner adds to a list that no server has seen',
    'a code before the camera is named once',
    'the browser’s own reader, light, beep',
  ],
  'a download': [
    'a link that ends says so at once',
    'who one is, on every page and on the server',
    'logging out with unsent changes asks first',
    'a sum opens its purchases',
  ],
  // tests/browsers/push.spec.ts has Firefox's own way.
  'a message from the developer tools': [
    'a message is always shown',
    'a press leads to the list without a reload',
    'a press goes to the window that shows the list',
    'turned on by a press, chosen offline too',
  ],
  paper: ['HAND-13'],
  'a system that turns light': ['a system that asks for dark gets dark until somebody chooses'],
}

/** Matches the titles of those tests. */
export const notInFirefox = Object.values(needs)
  .flat()
  .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  .join('|')
