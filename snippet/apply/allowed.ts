import { isAllowedUrl, type UrlPlace } from '../../wire/urls.ts'

/** Whether a URL may stand in an attribute of an element of this page. */
export const isAllowed = (url: string, attribute: UrlPlace['attribute'], { localName }: Element): boolean =>
  isAllowedUrl(url, { attribute, element: localName, base: document.baseURI })
