/** What is pasted or dropped, as one line of text. Markup is read as text only: nothing of it is parsed, run or fetched. */
export function pastedText(from: DataTransfer | null): string {
  const plain = from?.getData('text/plain')
  return oneLine(plain || textOfHtml(from?.getData('text/html') ?? ''))
}

/** A text on one line: breaks are blanks. Other blanks stay as they are, no-break spaces too. */
export function oneLine(text: string): string {
  const line = /[\n\r\f\v\u2028\u2029]/.test(text) ? text.split(blanks).filter(Boolean).join(' ') : text
  return line.replaceAll('\t', ' ')
}

const blanks = /[ \t\n\r\f\v\u2028\u2029]+/

/** Elements that stand within a line: no break comes before or after them. */
const withinLine =
  /^(a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|o:p|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/i

/** What nobody sees: comments, and the text of these elements. */
const unseen = /<!--.*?-->|<(script|style|title|head)\b.*?<\/\1>/gi

/** The text of HTML, with a break at each tag that is not within a line. */
function textOfHtml(html: string): string {
  return html
    .split(blanks)
    .join(' ')
    .replace(unseen, '')
    .replace(/<\/?([a-z][\w:-]*)[^>]*>/gi, (_, name: string) => (withinLine.test(name) ? '' : '\n'))
    .replace(/&(?:#(\d{1,6})|([a-z]{2,8}));/gi, (whole, code, name) =>
      code ? String.fromCodePoint(Number(code)) : (entities[name] ?? whole),
    )
}

/** The entities that browsers write when they copy. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
