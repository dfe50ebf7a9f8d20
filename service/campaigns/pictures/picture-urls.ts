import type { ContentItem } from '../../../wire/record.ts'
import type { Template } from '../../templates/template.ts'

/** A picture of a record. */
interface RecordPicture {
  url: string
  /** Position in the record. */
  position: number
  /** Position in the template. */
  item: number
}

/** Whether a template's records can have pictures. */
export function hasPictures({ content }: Template): boolean {
  return content.some(({ type }) => type === 'src')
}

/**
 * The pictures of a record: the http and https URLs of its `src` items, relative to the template's page. Its items are
 * those of the template in their order, without those that are empty for this person.
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

/** The URL of a payload, relative to a page. Undefined where it is not http or https. */
export function pictureUrl(payload: string, page: string | undefined): string | undefined {
  const url = URL.parse(payload, page)
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  url.hash = ''
  return url.href
}
