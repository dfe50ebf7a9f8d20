const plainName = /^-?[A-Za-z_][\w-]*$/

/** A selector for an id. An id that would need escapes is written as an attribute selector, which the edge can decide too. */
export function idSelector(id: string): string {
  return plainName.test(id) ? `#${id}` : attributeSelector('id', id)
}

/** A selector for one class of an element. */
export function classSelector(name: string): string {
  return plainName.test(name) ? `.${name}` : `[class~=${quoted(name)}]`
}

/** A selector for an attribute with exactly this value. */
export function attributeSelector(name: string, value: string): string {
  return `[${name}=${quoted(value)}]`
}

/** A CSS string, without escapes if possible. https://drafts.csswg.org/cssom/#serialize-a-string */
function quoted(value: string): string {
  const mark = value.includes('"') && !value.includes("'") ? "'" : '"'
  const escaped = value
    .replaceAll('\\', '\\\\')
    .replaceAll(mark, `\\${mark}`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would end the string.
    .replaceAll(/[\u0001-\u001f\u007f]/g, (control) => `\\${control.charCodeAt(0).toString(16)} `)
  return mark + escaped + mark
}
