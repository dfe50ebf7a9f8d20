import type { Static } from 'typebox'
import { component, dateTimeField, textField } from '../base/http/schemas/fields.ts'
import { answer, operationsOf, read, remove, write } from '../base/http/schemas/operation.ts'
import { arrayUnder, templateParams } from '../templates/operations.ts'

export const EditorLink = component('EditorLink', {
  url: textField('The page of the template, with a ticket in its fragment that works once'),
  expiresAt: dateTimeField('Until when it works'),
})

/** Somebody who has the editor open on a template. */
export const EditorListing = component('EditingSession', {
  user: textField('User who opened the editor'),
  begunAt: dateTimeField('When it was opened'),
  expiresAt: dateTimeField('When it ends by itself'),
})

export type EditorLink = Static<typeof EditorLink>
export type EditorListing = Static<typeof EditorListing>

/** The answers of the operations on links to the editor. */
export const editLinkSchemas = [EditorLink, EditorListing]

/** The operations on links to the editor, and on who has it open. */
export const editLinkOperations = operationsOf('Template', {
  editTemplate: write({
    path: '/templates/:name/edit',
    params: templateParams,
    role: 'editor',
    summary: 'A link that opens the editor on the page, once, within ten minutes',
    answers: answer(EditorLink),
    errors: [40003],
  }),
  listEditing: read({
    path: '/templates/:name/edit',
    params: templateParams,
    role: 'viewer',
    summary: 'List who has the editor open on this template',
    answers: {
      description: 'Open sessions, the oldest first',
      schema: arrayUnder('sessions', EditorListing),
    },
  }),
  endEditing: remove({
    path: '/templates/:name/edit',
    params: templateParams,
    role: 'editor',
    summary: 'End all sessions of the editor on this template, and links not opened yet',
  }),
})
