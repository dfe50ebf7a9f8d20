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
 * | `PUT /editor/template` `SavedEdits` | `EditedTemplate`, the next version; 409 (40901) where `version` is not the current one, or the file was changed |
 * | `POST /editor/preview` `EditorPreviewWish` | `EditorPreview` |
 * | `GET /editor/prospects?search=&limit=&cursor=` | `{ "prospects": EditorProspect[], "next"?: text }` |
 * | `GET /editor/people?campaign=` | `EditorPeople` of a campaign of the template, by default its newest |
 * | `POST /editor/cases` `EditorCasesWish` | `EditorCases` |
 * | `POST /editor/regenerate` | 202 `{ "records": integer }`: all records of the template are generated again |
 * | `POST /editor/pictures`, the file as its body, up to 2 MB | `{ "url": text }` |
 *
 * Only pages of the ticket's or session's origin can read an answer. A session that is over (too old, ended in the console, its
 * token revoked) is 401 (40101). 429 and 503 carry a readable `Retry-After`. JSON has `mostBodyBytes` and `mostEdits` edits at most.
 */

/**
 * Name of the ticket in the address's fragment, and of the session in the tab's `sessionStorage`. The ticket comes last:
 * `#motif-edit=TICKET`, or `#pricing&motif-edit=TICKET` where the page's address has its own fragment. It has 43
 * characters of `[A-Za-z0-9_-]`, like the session; `-2` behind it asks for the content item of this index. While a session is kept, the tab's `window.name` contains this word
 * too: the loader looks there, because storage may throw.
 */
export const editName = 'motif-edit'

/** The most edits in one request. */
export const mostEdits = 500

/** The most bytes of a request's body: as many as a template may have, so that what is not saved yet always fits. */
export const mostBodyBytes = 1024 * 1024

/** The answer to a ticket. */
export interface EditorSession {
  session: string
  /** UTC, ISO 8601. */
  expiresAt: string
  template: string
  item?: number
}

/** What the tag hands to `openEditor`, which `editor.js` exports. */
export interface EditorOpening {
  /** Address of Motif, without a slash at the end. */
  host: string
  /** As the service answered the ticket; after a reload, as `sessionStorage` keeps it, in JSON. */
  session: EditorSession
}

/**
 * What `editor.js` exports. A second call in one page does nothing.
 *
 * @param template the answer of `GET /editor/template`, which the tag requested while the editor was loading. Default: the
 * editor requests it
 */
export type OpenEditor = (opening: EditorOpening, template?: Promise<Response>) => void

/** A text for all languages, or one for each. */
export type Localised = string | Record<string, string>

/** A content item as the template has it; `payload` and `write` are Liquid. */
export interface TemplateContentItem {
  name?: string
  selector: string
  type: ContentType
  payload?: Localised
  write?: Localised
  /** Words for some people: the first case that holds is used in place of `payload` and `write`. */
  for?: CaseItem[]
}

/** Words for the people for whom all its conditions hold. */
export interface CaseItem {
  /** Conditions by field: `{ industry: 'Retail', 'additional.city': { known: true } }`. */
  when: Record<string, CaseCondition>
  payload: Localised
}

type CaseValue = string | number | boolean

/** A condition of a case: a value, one of several, a text that it contains, or whether it is known. */
export type CaseCondition = CaseValue | CaseValue[] | { contains?: CaseValue; known?: boolean }

/** An analytics item as the template has it. */
export interface TemplateAnalyticsItem {
  id: string
  name?: string
  selector: string
  type: AnalyticsType
  goal?: boolean
}

/** The template as the editor shows it. Edits refer to items by position. */
export interface EditedTemplate {
  name: string
  /** 0 for a file: its first save stores version 1. */
  version: number
  /** Of a file: tells its texts apart, as all have version 0. Whoever sends edits of it gives it back. */
  fingerprint?: string
  page: string
  languages: string[]
  content: TemplateContentItem[]
  analytics: TemplateAnalyticsItem[]
  /** What can be known about a prospect, for chips: `company`, `name`, …, and `additional.city` for columns of lists. */
  fields: string[]
  /** Who stored this version, and when; missing for a file. */
  savedBy?: { user: string; at: string }
}

/** The two lists of a template. */
export type ItemList = 'content' | 'analytics'

/**
 * Fields of an item or of the template. `undefined` (in JSON null) removes a field. A value is a text, a boolean, null, a
 * list of texts, a mapping to texts, or for `for` the whole list of cases.
 */
export type EditedFields = Record<string, unknown>

/** One change of a template's text. `index` is an item's position, from 0, before this change. */
export type TemplateEdit =
  /** Sets fields of the template itself, such as `page`. */
  | { edit: 'set'; fields: EditedFields }
  /** Sets fields of an item. A field that is a mapping, such as `payload`, is set entry by entry. */
  | { edit: 'setItem'; list: ItemList; index: number; fields: EditedFields }
  /** Adds an item, by default at the end. */
  | { edit: 'addItem'; list: ItemList; index?: number; fields: EditedFields }
  | { edit: 'removeItem'; list: ItemList; index: number }
  /** Makes an analytics item the goal, in place of any other; without an index there is no goal. */
  | { edit: 'setGoal'; index?: number }

/** Edits to save, applied to `version` in their order. Edits that change nothing store no version. */
export interface SavedEdits {
  version: number
  /** As the template that was read had it. Default: whatever text the file has now. */
  fingerprint?: string | undefined
  edits: TemplateEdit[]
}

/** What to preview: `version` with the edits, for a prospect, or for somebody about whom nothing is known. */
export interface EditorPreviewWish extends SavedEdits {
  prospect?: string
  language: string
}

/** A content item as the page would get it. Without a payload the page keeps its own. */
export interface PreviewedItem {
  selector: string
  type: ContentType
  payload?: string
  gap?: 'empty' | 'default'
  /** Of an item with cases: the position of the one that holds for this prospect, -1 if none does. */
  case?: number
}

/** All items of the edited template, in its order; `problems` if the edited template has faults. */
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

/** What is known of a campaign's people, with the first of them, to see the page as. */
export interface EditorPeople {
  /** The template's campaigns, the newest first. */
  campaigns: { id: string; name: string }[]
  campaign?: string
  /** How many people were looked at: all of the campaign, or the first 20,000. */
  people: number
  first: EditorProspect[]
  /** By field: for how many it is known, and its 50 most frequent values, with how many people have each. */
  fields: Record<string, { known: number; values: { value: string; people: number }[] }>
}

/** Whose cases to count: of `version` with the edits, and of a campaign, if there is one. */
export interface EditorCasesWish extends SavedEdits {
  campaign?: string
}

/** How many people of a campaign each case is for. */
export interface EditorCases {
  people: number
  /** Of each content item with cases: its position in the edited template. */
  items: {
    index: number
    /** `first` is the first of its people, `takenBy` the position of an earlier case that takes all of them. */
    cases: { people: number; first?: EditorProspect; takenBy?: number }[]
    others: number
    firstOther?: EditorProspect
  }[]
}
