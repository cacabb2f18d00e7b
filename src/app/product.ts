/** What the product is called, everywhere. A name is not translated. */
export const productName = 'Koszyk'
