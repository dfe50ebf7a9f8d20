import type { Static } from 'typebox'
import { component, dateTimeField, textField } from '../base/http/schemas/fields.ts'

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
