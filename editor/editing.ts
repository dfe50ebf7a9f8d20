import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { selectorOf } from '../wire/bare-name.ts'
import type {
  EditedTemplate,
  EditorCases,
  EditorPreview,
  EditorProspect,
  SavedEdits,
  TemplateEdit,
} from '../wire/editor.ts'
import type { ContentType } from '../wire/targets.ts'
import { textsWithin } from './page/editables.ts'
import { likelyKind, ownContent } from './page/elements.ts'
import { canWriteInPlace } from './page/in-place.ts'
import type { PickedBy } from './page/picker.ts'
import { proposeName } from './page/propose-name.ts'
import type { Show } from './page/show.ts'
import { findMatches } from './selectors/find-matches.ts'
import { proposeSelectors, type SelectorCandidate } from './selectors/propose-selectors.ts'
import type { Client, KnownPeople } from './service/client.ts'
import { createHistory } from './state/history.ts'
import { offeredTypes } from './words.ts'

/** What the panel is about: a selector, and the kind of change that is open. */
export interface Chosen {
  selector: string
  /** What was picked. It stays the same while its selector and kind change. */
  picked: Picked
  type: ContentType | undefined
  /** Whether it was just picked, so that writing begins at once. Not by finger: a telephone's keyboard would hide the page. */
  isPicked: boolean
  candidates: SelectorCandidate[]
}

/** An element that was picked, or the first that a selector matches. */
interface Picked {
  /** As it was last seen: a page may render it again. See `elementOf`. */
  element: HTMLElement | undefined
  /** The name that is proposed for it, in the page's own words; undefined without an element. */
  name: string | undefined
  /** The page's own content by type, as it was when somebody first looked at it. */
  own: Partial<Record<ContentType, string>>
}

/** The chosen element. If the page has rendered it again, it is the one that its selector matches now. */
export function elementOf({ picked, selector }: Chosen): HTMLElement | undefined {
  if (picked.element?.isConnected === false) picked.element = findMatches(selector)[0] ?? picked.element
  return picked.element
}

/** A text that is being written on the page. */
interface InPlace {
  /** Whose words they are: the position of a case, -1 for everybody else; undefined until the text field is there. */
  at?: number
  /** Inserts a chip for a field; undefined until the text field is there. */
  insert?(name: string): void
}

/** As whom the page is seen. */
type SeenAs = 'page' | 'nobody' | SeenPerson

/** A prospect. */
export interface SeenPerson {
  name: string
  prospect: string
}

/** Changes that are not saved, as this tab keeps them: see `keepEdits`. */
export interface KeptEdits {
  /** The session in which they were made. */
  session: string
  /** The version to which they belong. */
  base: EditedTemplate
  mine: EditedTemplate
  /** What of them was sent to be saved without an answer: it may be saved, or not. */
  sent: EditedTemplate[]
}

/** A template while it is edited, with the state of the panel. */
export type Editing = ReturnType<typeof beginEditing>

/** What is being edited: undefined until the template has been read. */
export type EditingSignal = ReadonlySignal<Editing | undefined>

/** Begins to edit a template. */
export function beginEditing(template: EditedTemplate, client: Client, show: Show) {
  const history = createHistory(template)
  const seenAs = signal<SeenAs>('page')
  const people = signal<KnownPeople>()
  const said = signal('')
  return {
    history,
    client,
    language: signal(languageOf(template)),
    seenAs,
    chosen: signal<Chosen>(),
    /** Set while somebody writes on the page. */
    inPlace: signal<InPlace>(),
    preview: signal<EditorPreview>(),
    /** The version that somebody else has saved meanwhile. */
    conflict: signal<EditedTemplate>(),
    /** What is known of a campaign's people; undefined until it was read. */
    people,
    /** For how many of them each case is; undefined until they were counted. */
    counts: signal<EditorCases>(),
    /** Changes of earlier sessions. */
    offered: signal<KeptEdits[]>([]),
    /** What was sent to be saved without an answer: it may be saved, or not. */
    unanswered: signal<EditedTemplate[]>([]),
    /** The latest message, for the status. */
    said,
    /** What went wrong, and what to do. */
    failure: signal(''),
    /** What was refused when it was last saved, and why; undefined if nothing was. */
    refusal: signal<{ template: EditedTemplate; message: string }>(),
    /** The save that is under way. */
    saving: signal<Promise<boolean>>(),
    /** Whether the next save also regenerates existing links. */
    isAlsoForLinks: signal(false),
    isUnsaved: computed(() => history.edits.value.length > 0),
    /** Reads something of the page as it is, while it is shown as somebody sees it. */
    asItIs: show.asItIs,
    /** Whether the document is another page, on which nothing is shown or written. */
    isAway: show.isAway,
    /** Names by selector: see `shownName`. */
    firstNames: new Map<string, string>(),
    /** Changes the template. Edits with the same key, one after the other, are one step of undo. */
    change(edits: TemplateEdit[], key?: string) {
      history.change(edits, key)
      said.value = ''
      // A change must be visible, so stop showing the page as it is.
      if (seenAs.value === 'page' && edits.some(isOfContent)) seenAs.value = firstSeen(people.value)
    },
  }
}

/** As whom the page is seen if nobody is chosen: the first person of the list, or an unknown visitor. */
export function firstSeen(people: KnownPeople | undefined): SeenAs {
  const first = people?.first[0]
  return first ? toSeen(first) : 'nobody'
}

/** A person to see the page as. */
export function toSeen({ id, name, company }: EditorProspect): SeenPerson {
  return { prospect: id, name: [name, company].filter(Boolean).join(', ') || id }
}

/** If another version does not have the present language, opens one that it has. */
export function followLanguages({ history, language }: Editing, life: AbortSignal): void {
  const stop = effect(() => {
    const { value: template } = history.template
    if (!template.languages.includes(language.value)) language.value = languageOf(template)
  })
  life.addEventListener('abort', stop)
}

/** The page's own language, if the template has it; else the template's first. */
function languageOf({ languages }: EditedTemplate): string {
  const own = document.documentElement.lang.toLowerCase()
  const found = languages.find((one) => own === one.toLowerCase() || own.startsWith(`${one.toLowerCase()}-`))
  return found ?? languages[0] ?? 'en'
}

function isOfContent(edit: TemplateEdit): boolean {
  return 'list' in edit && edit.list === 'content'
}

/** The edits to send, and the version to which they belong. */
export function savedEdits({ history }: Editing): SavedEdits {
  const { version, fingerprint } = history.base.value
  return { version, fingerprint, edits: history.edits.value }
}

/**
 * Opens a picked element in the panel. If an item already matches this element alone, opens that item. If it was clicked, writing
 * on the page begins, where that is possible.
 */
export function chooseElement(editing: Editing, element: HTMLElement, by: PickedBy): void {
  editing.asItIs(() => choose(editing, element, by))
}

function choose(editing: Editing, element: HTMLElement, by: PickedBy): void {
  const candidates = proposeSelectors(element)
  const { content, analytics } = editing.history.template.value
  const known = [...content, ...analytics]
    .map(({ selector }) => selector)
    .find((selector) => isOnly(element, selector))
  const selector = known ?? candidates[0]?.selector ?? ''
  const written = content.find((item) => item.selector === selector)
  editing.history.settle()
  const type = written?.type ?? likelyKind(element)
  const isInPlace =
    by === 'mouse' &&
    type === 'text' &&
    !editing.isAway.value &&
    canWriteInPlace(element) &&
    textsWithin(element).length === 0
  batch(() => {
    editing.chosen.value = {
      selector,
      picked: pickedOf(element),
      candidates,
      type,
      isPicked: by !== 'finger',
    }
    editing.inPlace.value = isInPlace ? {} : undefined
  })
}

function isOnly(element: HTMLElement, selector: string): boolean {
  const found = findMatches(selector)
  return found.length === 1 && found[0] === element
}

/**
 * Opens an item in the panel.
 *
 * @param type of a content item its type
 */
export function chooseItem(editing: Editing, selector: string, type?: ContentType): void {
  editing.history.settle()
  const chosen = editing.asItIs((): Chosen => {
    const [element] = findMatches(selector)
    return {
      selector,
      picked: element ? pickedOf(element) : { element, name: undefined, own: {} },
      type: type ?? (element && likelyKind(element)),
      candidates: element ? proposeSelectors(element) : [],
      isPicked: false,
    }
  })
  editing.inPlace.value = undefined
  editing.chosen.value = chosen
  chosen.picked.element?.scrollIntoView({ block: 'center', behavior: 'smooth' })
}

/** What the page itself says there. All at once, because afterwards the page may be shown as somebody sees it. */
function pickedOf(element: HTMLElement): Picked {
  const own = Object.fromEntries(offeredTypes.map((type) => [type, ownContent(element, type)]))
  return { element, name: proposeName(element), own }
}

/** How many elements a selector matches now; undefined if it is not a selector. */
export function countMatches(selector: string): number | undefined {
  try {
    document.createDocumentFragment().querySelector(selectorOf(selector))
  } catch {
    return undefined
  }
  return findMatches(selector).length
}
