import { signal } from '@preact/signals'
import { type EditorOpening, editName, type OpenEditor } from '../wire/editor.ts'
import styles from './design/editor.css'
import { beginEditing, chooseElement, chooseItem, type Editing, followLanguages } from './editing.ts'
import { canKeep, forgetEdits, keepEdits } from './keeping.ts'
import { followKeys } from './keys.ts'
import { followPeople } from './knowing.ts'
import { keepOpenedPath, openedPath } from './opened-path.ts'
import { hideEvents } from './page/events.ts'
import { isInFrame, isInOtherFrame, showInFrame } from './page/in-frame.ts'
import { keepFocus } from './page/keep-focus.ts'
import { openLayer } from './page/layer.ts'
import { createPicker } from './page/picker.ts'
import { createShow } from './page/show.ts'
import { drawPanel } from './panel/draw.tsx'
import { followSeeing } from './seeing.ts'
import { createClient } from './service/client.ts'

export { openReading } from './reading/open-reading.tsx'

/** Opens the editor over the page, with the session that a ticket was exchanged for. A second call in a page does nothing. */
export const openEditor: OpenEditor = (opening, template) => {
  if (isInFrame()) showInFrame()
  else if (isInOtherFrame()) return
  else if (!document.querySelector('motif-editor')) openOver(opening, template)
}

function openOver(opening: EditorOpening, template?: Promise<Response>): void {
  const life = new AbortController()
  const { signal: ends } = life
  const layer = openLayer(styles, ends)
  const editing = signal<Editing | undefined>(undefined)
  const failure = signal('')
  const isNarrow = signal(false)
  const client = createClient(opening, template)
  const { session } = opening.session
  const opened = openedPath(session)
  const show = createShow(ends, opened)
  keepOpenedPath(session, show, ends)
  const picker = createPicker(
    layer,
    (element, by) => editing.value && chooseElement(editing.value, element, by),
    ends,
  )
  hideEvents(layer, ends)
  keepFocus(layer, ends)

  const load = async () => {
    failure.value = ''
    try {
      const now = beginEditing(await client.readTemplate(), client, show)
      editing.value = now
      followLanguages(now, ends)
      followSeeing(now, show, picker, ends)
      followPeople(now, ends)
      keepEdits(now, session, ends)
      const item = now.history.template.value.content[opening.session.item ?? -1]
      if (item && opened === undefined) chooseItem(now, item.selector, item.type)
    } catch (error) {
      failure.value = (error as Error).message
    }
  }

  const close = async () => {
    life.abort()
    forgetEdits(opening.session.template, session)
    await client.end().catch(() => {})
  }
  followKeys({ layer, editing }, ends)
  let isComingBack = false
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    isComingBack = persisted && canKeep()
    if (isComingBack) location.reload()
  }
  // The browser may bring a page back as it was left. On others of the site more may have been written since, saved, or the editor closed.
  addEventListener('pageshow', comeBack, { signal: ends })
  const askBefore = (event: Event) => {
    if (editing.value?.isUnsaved.value && !isComingBack) event.preventDefault()
  }
  addEventListener('beforeunload', askBefore, { signal: ends })
  // A new link in this tab, to the same address, does not load the page again by itself.
  addEventListener('hashchange', () => location.hash.includes(`${editName}=`) && location.reload(), {
    signal: ends,
  })
  drawPanel({ opening, layer, picker, show, editing, failure, isNarrow, load, close }, ends)
  load()
}
