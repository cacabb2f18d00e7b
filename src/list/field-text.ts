export { fieldText, parseTyped, unitNames, type Typed, type TypedField } from '../field-text.ts'
