import type { TemplateEdit } from '../wire/editor.ts'
import { type Chosen, type Editing, elementOf } from './editing.ts'
import { proposeName } from './page/propose-name.ts'

const mostCharacters = 100

/** The name of the chosen element's items: the template's, else a proposed one. */
export function nameOfChosen(editing: Editing, chosen: Chosen): string {
  return writtenName(editing, chosen) ?? proposedFor(chosen)
}

/** A name for the chosen element's items; its selector if the element is gone. */
export function proposedFor(chosen: Chosen): string {
  const element = elementOf(chosen)
  return element?.isConnected ? proposeName(element) : chosen.selector
}

/** The name that the template has for an item of the chosen element, that of the open kind first. */
export function writtenName({ history }: Editing, { selector, type }: Chosen): string | undefined {
  const { content, analytics } = history.template.value
  const open = content.filter((item) => item.selector === selector && item.type === type)
  return [...open, ...content, ...analytics].find((item) => item.selector === selector && item.name)?.name
}

/** Whether the chosen element has an item, which can have a name. */
export function hasItems({ history }: Editing, { selector }: Chosen): boolean {
  const { content, analytics } = history.template.value
  return [...content, ...analytics].some((item) => item.selector === selector)
}

/** Why items cannot have this name; empty if they can. An empty name removes it. */
export function nameProblem(name: string): string {
  return name.trim().length > mostCharacters ? `A name has ${mostCharacters} characters at most.` : ''
}

/** Renames the chosen element's items: those that have no name, and those that have the same as the open one. */
export function renameChosen(editing: Editing, chosen: Chosen, name: string): void {
  const before = writtenName(editing, chosen)
  const { content, analytics } = editing.history.template.value
  const fields = { name: name.trim() || null }
  const renamed = (list: 'content' | 'analytics', items: readonly { selector: string; name?: string }[]) =>
    items.flatMap((item, index): TemplateEdit[] => {
      const isSame = item.name === undefined || item.name === before
      return item.selector === chosen.selector && isSame ? [{ edit: 'setItem', list, index, fields }] : []
    })
  editing.change(
    [...renamed('content', content), ...renamed('analytics', analytics)],
    `name of ${chosen.selector}`,
  )
}
