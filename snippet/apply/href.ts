import { isTarget } from '../../wire/targets.ts'
import { isAllowedUrl } from '../../wire/urls.ts'
import type { Kind } from './kinds.ts'
import { isSvg } from './walk.ts'

/** The address of a link, an area or an SVG's link. */
export const href: Kind = {
  slot: 'href',
  accepts: ({ payload }, element) =>
    isTarget('href', element.localName, isSvg(element)) &&
    isAllowedUrl(payload, { attribute: 'href', element: element.localName, base: document.baseURI }),
  says: ({ payload }, element) => element.getAttribute('href') === payload,
  apply: ({ item, element }, { put }) => put(element, 'href', item.payload),
}
