/** The product's name everywhere. It is not translated. */
export const productName = 'Koszyk'
