import { component, textField } from '../base/http/schemas/fields.ts'
import { answer, create, operationsOf } from '../base/http/schemas/operation.ts'

/** What is kept as a picture. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/svg+xml'] as const

/** The operation that keeps a picture. */
export const pictureOperations = operationsOf('Template', {
  keepPicture: create({
    path: '/pictures',
    role: 'editor',
    mediaTypes: pictureTypes,
    summary: 'Keep a picture for pages: PNG, JPEG, WebP, AVIF or SVG, up to 2 MB',
    answers: answer(component('KeptPicture', { url: textField('Where everybody finds it; it lasts') })),
  }),
})
