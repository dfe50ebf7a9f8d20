import type { ContentItem } from '../../../wire/record.ts'
import type { Template } from '../../templates/template.ts'

/** A picture of a record. */
export interface RecordPicture {
  url: string
  /** Position in the record. */
  position: number
  /** Position in the template. */
  item: number
}

/**
 * The pictures of a record: where its `src` items point to, seen from the template's page; http and https alone. Its
 * items are those of the template in their order, without what is empty for this person.
 */
export function picturesOf(items: readonly ContentItem[], { content, page }: Template): RecordPicture[] {
  let next = 0
  return items.flatMap(({ selector, type, payload }, position) => {
    const found = content.findIndex(
      (each, index) => index >= next && each.selector === selector && each.type === type,
    )
    if (found >= 0) next = found + 1
    const url = type === 'src' && found >= 0 ? pictureUrl(payload, page) : undefined
    return url === undefined ? [] : [{ url, position, item: found }]
  })
}

/** Where a payload points to, seen from a page; undefined where that is no place on the web. */
export function pictureUrl(payload: string, page: string | undefined): string | undefined {
  const url = URL.parse(payload, page)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href
}
