export { type FieldErrors, useForm } from '../use-form.ts'
