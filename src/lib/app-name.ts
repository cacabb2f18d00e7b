/** The app's name everywhere. It is not translated. */
export const appName = 'Koszyk'
