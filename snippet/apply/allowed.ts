import { isAllowedUrl, type UrlAttribute } from '../../wire/urls.ts'

/** Whether a URL is allowed in an attribute of an element of this page. */
export const isAllowed = (url: string, attribute: UrlAttribute, { localName }: Element): boolean =>
  isAllowedUrl(url, attribute, localName, document.baseURI)
