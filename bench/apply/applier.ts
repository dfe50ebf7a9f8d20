import type { ContentItem } from '../../wire/record.ts'

/** Something that applies items to a page, as code that runs there. */
export interface Applier {
  name: string
  /** Paths of classic scripts that the page loads first. */
  scripts: string[]
  /** The HTML of Motif's tag, for a service at this origin. */
  tag?(motif: string): string
  /**
   * Source of a function that runs in the page. It applies the items, and resolves to the milliseconds that this took, from the
   * moment the items are known.
   */
  apply: string
  /** Whether the items have to be applied when it is done. */
  appliesAll: boolean
}

/** Items of type `text`, one for each paragraph. */
export function itemsFor(count: number): ContentItem[] {
  return Array.from({ length: count }, (_, at) => ({
    selector: `#p${at}`,
    type: 'text',
    payload: `Personalised ${at}`,
  }))
}
