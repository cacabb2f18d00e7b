/** The code for files: one script, loaded with the first file. */
export { readFiles } from '../../core/exchange/read.ts'
export { exchangedProduct } from '../../core/exchange/json.ts'
export { fileNameOf, writeList } from '../../core/exchange/write.ts'
export { asLine } from '../../core/exchange/text.ts'
