import { Parser } from 'htmlparser2'

/** The text with its HTML entities read: `Smith &amp; Sons` is Smith & Sons. Tags stay as they are. */
export function readEntities(text: string): string {
  let read = ''
  const parser = new Parser({
    ontext(part) {
      read += part
    },
  })
  parser.end(text.replaceAll('<', '&lt;'))
  return read
}
