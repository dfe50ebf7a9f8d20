/** Controls, NUL, lone surrogates and the like: a page cannot say them by character references. */
const unspeakable = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u

/** Whether a text can stand in a page of any encoding as it is meant. */
export const canBeWritten = (text: string): boolean => !unspeakable.test(text)

/** Text for content and for values in quotes, in ASCII alone, so that it is right in any encoding. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"'\r]|[^\n\t -~]/gu, (one) => `&#${one.codePointAt(0)};`)

/** JSON that cannot end its script, nor begin a comment in it, in ASCII alone. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\x7f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
