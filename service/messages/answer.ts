import type { Response } from 'undici'

/** How much is read, in bytes, how long it may take, and how much is shown, in characters. */
const mostBytes = 4096
const timeoutMs = 1000
const mostCharacters = 200

const textTypes = /^\s*(text\/|application\/([\w.-]+\+)?(json|xml)\b)/i
const pageTypes = /html|xml/i
/** Elements whose text nobody reads. */
const unreadElements = new Set(['script', 'style', 'title'])

/**
 * How the body of an answer begins, as one line of plain text of at most 200 characters. Null if it is empty or no text.
 * Reads no longer than a second, and then takes what came: the status alone decides what becomes of a message. It never throws.
 */
export async function beginningOf(response: Response): Promise<string | null> {
  const type = response.headers.get('content-type') ?? 'text/plain'
  if (!textTypes.test(type)) {
    response.body?.cancel().catch(() => {})
    return null
  }
  const text = new TextDecoder().decode(await readBeginning(response))
  return lineOf(pageTypes.test(type) ? withoutTags(text) : text)
}

/** A text as one line of at most 200 characters. Null if it is empty. */
export function lineOf(text: string): string | null {
  const line = text
    .replace(/[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}\uFFFD\s]+/gu, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= mostCharacters) return line || null
  return `${characters.slice(0, mostCharacters - 1).join('')}…`
}

async function readBeginning({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const reader = body?.getReader()
  // Ends the read that waits, and with it the connection.
  const cancel = () => reader?.cancel().catch(() => {})
  const timer = setTimeout(cancel, timeoutMs)
  try {
    for (let left = mostBytes; reader && left > 0; ) {
      const { done, value } = (await reader.read()) as { done: boolean; value: Uint8Array }
      if (done) break
      chunks.push(value.subarray(0, left))
      left -= value.length
    }
  } catch {
    // The connection broke: what came before is shown.
  }
  clearTimeout(timer)
  cancel()
  return Buffer.concat(chunks)
}

/** A page's text, with a blank for each tag. It goes through the text once, whatever it is. */
function withoutTags(page: string): string {
  const [first = '', ...rest] = page.split('<')
  const texts = [first]
  let unread: string | undefined
  for (const part of rest) {
    const name = /^[!/]?[a-z]*/i.exec(part)?.[0].toLowerCase() ?? ''
    if (unread !== undefined && name !== `/${unread}`) continue
    unread = unreadElements.has(name) ? name : undefined
    if (name === '') texts.push(`<${part}`)
    else if (unread === undefined) texts.push(` ${part.slice(part.indexOf('>') + 1 || part.length)}`)
  }
  return texts.join('')
}
