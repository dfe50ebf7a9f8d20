import { Parser } from 'htmlparser2'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text for HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

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
