import type { AnalyticsType } from './event.ts'
import type { ContentType } from './targets.ts'

/**
 * What the editor and the service say to each other at `/editor/…`: JSON, the session as `Authorization: Bearer`, errors
 * as everywhere (`{ "error": integer, "message": text }`).
 *
 * | request | answer |
 * |---|---|
 * | `POST /editor/session` `{ "ticket": text }`, without a session, from the page's origin | `EditorSession` |
 * | `DELETE /editor/session` | 204: the session is over |
 * | `GET /editor/template` | `EditedTemplate`, the current version |
 * | `PUT /editor/template` `SavedEdits` | `EditedTemplate`, the next version; 409 (40901) where `version` is not the current one |
 * | `POST /editor/preview` `EditorPreviewWish` | `EditorPreview` |
 * | `GET /editor/prospects?search=&limit=&cursor=` | `{ "prospects": EditorProspect[], "next"?: text }` |
 * | `POST /editor/regenerate` | 202 `{ "records": integer }`: all records of the template are made anew |
 *
 * The page's script may read an answer where the page is of the ticket's or the session's origin; from any other one a
 * request fails as one without a network does. A session that is over (too old, ended in the console, its token revoked)
 * is 401 (40101). 429 and 503 carry a readable `Retry-After`. A body has 64 KiB at most, and `mostEdits` edits.
 */

/**
 * Name of the ticket in the address's fragment, and of the session in the tab's `sessionStorage`. The ticket comes last:
 * `#motif-edit=TICKET`, or `#pricing&motif-edit=TICKET` where the page's address has a fragment of its own. It has 43
 * characters of `[A-Za-z0-9_-]`, as the session has. The tab's `window.name` has this word, too, as long as
 * a session is kept: the loader looks there, because storage may throw.
 */
export const editName = 'motif-edit'

/** Changes that are taken at once. */
export const mostEdits = 500

/** The answer to a ticket. */
export interface EditorSession {
  session: string
  /** UTC, ISO 8601. */
  expiresAt: string
  /** The template's name. */
  template: string
}

/** What the tag hands to `openEditor`, which `editor.js` exports. */
export interface EditorOpening {
  /** Where Motif is, without a slash at the end. */
  host: string
  /** As the service answered the ticket; after a reload, as it is kept in `sessionStorage`, in JSON. */
  session: EditorSession
}

/**
 * What `editor.js` exports. A second call in one page does nothing.
 *
 * @param template the answer of `GET /editor/template`, which the tag has asked for while the editor was loading; without
 * it the editor asks
 */
export type OpenEditor = (opening: EditorOpening, template?: Promise<Response>) => void

/** A text for all languages, or one per language. */
export type Localised = string | Record<string, string>

/** A content item as the template has it; `payload` and `write` are Liquid. */
export interface TemplateContentItem {
  selector: string
  type: ContentType
  payload?: Localised
  write?: Localised
}

/** An analytics item as the template has it. */
export interface TemplateAnalyticsItem {
  id: string
  selector: string
  type: AnalyticsType
  goal?: boolean
}

/** The template as the editor shows it. The position of an item is its name in edits. */
export interface EditedTemplate {
  name: string
  /** 0 of a file: its first save stores version 1. */
  version: number
  page: string
  languages: string[]
  content: TemplateContentItem[]
  analytics: TemplateAnalyticsItem[]
  /** What can be known of a prospect, for chips: `company`, `name`, …, and `additional.city` for columns of lists. */
  fields: string[]
  /** Who stored this version and when; not there for a file. */
  savedBy?: { user: string; at: string }
}

/** The two lists of a template. */
export type ItemList = 'content' | 'analytics'

/**
 * Fields of an item or of the template; `undefined`, in JSON null, removes one. What crosses the wire is a text, true or
 * false, null, a list of texts, or a mapping of these texts.
 */
export type EditedFields = Record<string, unknown>

/** One change of a template's text. Items are named by their position, from 0, at the time of the change. */
export type TemplateEdit =
  /** Sets fields of the template itself, such as `page`. */
  | { edit: 'set'; fields: EditedFields }
  /** Sets fields of an item; a field that is a mapping, such as `payload`, is set entry by entry. */
  | { edit: 'setItem'; list: ItemList; index: number; fields: EditedFields }
  /** Adds an item, by itself at the end. */
  | { edit: 'addItem'; list: ItemList; index?: number; fields: EditedFields }
  | { edit: 'removeItem'; list: ItemList; index: number }
  /** Makes an analytics item the goal, in place of the one that is; without an index there is none. */
  | { edit: 'setGoal'; index?: number }

/** Changes to save, made one after the other to `version`; none, or none that changes anything, store no version. */
export interface SavedEdits {
  version: number
  edits: TemplateEdit[]
}

/** What is to be shown: `version` with the edits, for a prospect, or for nobody of whom anything is known. */
export interface EditorPreviewWish extends SavedEdits {
  prospect?: string
  language: string
}

/** A content item as the page would get it. Without a payload the page keeps its own. */
export interface PreviewedItem {
  selector: string
  type: ContentType
  payload?: string
  /** The item renders to nothing, or falls back to its default, for this prospect. */
  gap?: 'empty' | 'default'
}

/** The items of the edited template, all of them and in its order; `problems` where the edits do not make a sound template. */
export interface EditorPreview {
  content: PreviewedItem[]
  problems: { line: number; column: number; message: string }[]
}

/** A person to see the page as. */
export interface EditorProspect {
  id: string
  name?: string
  company?: string
}
