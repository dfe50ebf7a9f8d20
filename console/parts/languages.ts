const names = new Intl.DisplayNames('en', { type: 'language' })
/** What most pages are written in, by BCP 47; any other language can be given by its code. */
const offered =
  'en de fr es it pt nl pl cs sk hu ro bg el hr sl sr sv no da fi et lv lt uk tr he ar hi id ms vi th ko ja zh'

/** The languages that are offered, by their names. */
export const languageNames = offered.split(' ').map(nameOfLanguage)

/** `German` of `de`, `Austrian German` of `de-AT`. */
export function nameOfLanguage(code: string): string {
  return names.of(code) ?? code
}

/** `de` of `German`, or of `de`. Undefined if it is no language. */
export function languageCode(name: string): string | undefined {
  const wanted = name.trim()
  const known = offered.split(' ').find((code) => nameOfLanguage(code).toLowerCase() === wanted.toLowerCase())
  return known ?? (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(wanted) ? wanted : undefined)
}
