/** Controls, NUL, lone surrogates and the like, which have no character reference. */
const unwritable = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** Whether a text can be written into a page of any encoding. */
export const canBeWritten = (text: string): boolean => !unwritable.test(text)

/** Escapes text for content and for quoted values. The result is ASCII, so it is right in any encoding. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"'\r]|[^\n\t -~]/gu, (one) => `&#${one.codePointAt(0)};`)

/** JSON that cannot end its script element or begin a comment in it. The result is ASCII. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\x7f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
