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
  /^(a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|ins|kbd|label|mark|o:p|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr)$/

/** Elements whose text nobody sees. */
const unseen = /^(script|style|title|head)$/

/** The text of HTML, with a break at each tag that is not within a line. */
function textOfHtml(html: string): string {
  let hidden = ''
  // Breaks of the source are blanks.
  const [first = '', ...parts] = html.split(blanks).join(' ').split('<')
  const texts = parts.map((part) => {
    const name = /^\/?[a-z][\w:-]*/i.exec(part)?.[0].toLowerCase() ?? ''
    const end = part.indexOf('>')
    const text = part.slice(end + 1)
    const isComment = part.startsWith('!')
    if (hidden) hidden = name === `/${hidden}` ? '' : hidden
    else if (unseen.test(name)) hidden = name
    if (hidden) return ''
    if (!name) return isComment ? text : `<${part}`
    return withinLine.test(name.replace('/', '')) ? text : `\n${text}`
  })
  return withCharacters([first, ...texts].join(''))
}

function withCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The entities that browsers write when they copy. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
