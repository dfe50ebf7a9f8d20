import type { ContentItem } from '../../wire/record.ts'
import { isAllowedUrl } from './url.ts'

/** Elements that are never a target, but for the `src` of an `iframe`. */
export const never = /^(script|style|template|link|base|embed|object|iframe)$/

/** What has a `src` or a `href` that an item may set. */
const having = { src: /^(img|source|video|audio|iframe)$/, href: /^(a|area)$/ }

/** Whether an item of this type and payload may change an element of this name. */
export const isTarget = (name: string, type: ContentItem['type'], payload: string): boolean =>
  type === 'src' || type === 'href'
    ? having[type].test(name) && isAllowedUrl(payload, type, name)
    : !never.test(name)
