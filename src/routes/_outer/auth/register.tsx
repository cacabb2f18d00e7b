import { createFileRoute } from '@tanstack/react-router'
import { RegisterPage } from '../../../account/sign-in/register-page.tsx'

export const Route = createFileRoute('/_outer/auth/register')({ component: RegisterPage })
