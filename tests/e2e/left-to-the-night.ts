/**
 * The tests that `npm test` leaves to `npm run nightly`, by a part of their titles: variants of what another test tries
 * in the browser, or of what unit and server tests hold.
 */
const variants: Record<string, readonly string[]> = {
  'another size or engine of a page that is tried once': [
    'stays on the list: desktop',
    'takes no press: phone',
    'without scrolling: pl-PL',
    'nothing to press lies under its edges',
    'with text of twice the usual size',
    'from 900 px on nothing of a list is cut',
    'of a short list the bar stands at the bottom',
    'a row that was never in view is as high',
    'the dialogs of templates and categories can be used',
    'the questions of a list, the crop dialog and the scanner',
    'on iOS the way to the home screen is explained',
    'the browser’s install prompt is kept',
    'the browser’s own reader, light, beep',
  ],
  'another moment of a fault that the simulator puts everywhere': [
    'the server is killed when all is stored and before',
    'two members name one list and one deletes it',
    'a log-out beside storage of a newer version says what stays',
    'a tab of the version before, beside one of a newer version',
    'templates and categories that a log-in brings go out when',
    'while its browser was closed, keeps nothing of its person',
    'a template of a list made offline waits',
    'what another app shares is looked through',
  ],
  'another way to the same call': [
    'whoever logs in before activating is told the one step',
    'where the mail is refused, the address stays',
    'an address without an account is invited with the same press',
    'somebody without an account is invited with two presses',
    'a visitor who has to register first',
    'closed: the pages say so and offer no form',
    'a change of the address is cancelled',
    'another person’s log-in on this device brings',
    'portions and an address are given to a template',
    'each product is shown with its line of the recipe',
    'what needs an account says so; templates, categories',
    '‘Print’ is in the menu and on the page of the link',
  ],
  'what changes seldom and takes long': [
    'the aisles are learned from a trip',
    'after 12 hours, with the setting',
    'logging out forgets the page',
    'maintenance comes and goes by itself',
    'a press goes to the window that shows the list',
    'what the browser does not allow is said, and trips',
    'a first visit asks for each script',
    'rows that become draggable are not drawn anew',
    'no row that is seen moves when the rows become draggable',
    'in a list of thousands what is added is drawn',
    'a notice stays where it is while',
    'the bar covers no adding field',
    'a problem is not covered by an Undo',
  ],
}

/** Matches the titles of those tests. */
export const leftToTheNight = new RegExp(Object.values(variants).flat().join('|'))
