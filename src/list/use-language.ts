export { useLanguage } from '../use-language.ts'
