import type { ContentItem } from '../../wire/record.ts'

/** Something that applies items to a page, as code that runs there. */
export interface Applier {
  name: string
  /** Classic scripts that are in the page before; paths are of files. */
  scripts: string[]
  /** HTML of its tag, for Motif at an origin. */
  tag?(motif: string): string
  /**
   * Text of a function that runs in the page. It applies the items and resolves with the milliseconds that this took,
   * from the moment the items are known.
   */
  apply: string
  /** Whether the items have to be there when it is done. */
  appliesAll: boolean
}

/** Items of one type of change, a paragraph each. */
export function itemsFor(count: number): ContentItem[] {
  return Array.from({ length: count }, (_, at) => ({
    selector: `#p${at}`,
    type: 'text',
    payload: `Personalised ${at}`,
  }))
}
