import type { ContentType } from '../../wire/targets.ts'
import { escapeHtml, readEntities } from '../base/words/html.ts'
import { lineBreak, type Place, renderedParts } from './filters.ts'
import { sanitiseHtml } from './sanitise.ts'
import { finishUrl, isSafeUrl, type KnownUrls } from './url.ts'

interface ContentTypeRules {
  /** The place of its values, which decides how they are escaped. */
  place: Place
  /** The payload from a rendered text; undefined where nothing is left. */
  finish(rendered: string): string | undefined
  /**
   * The payload from a language model's answer; undefined where it is unusable. The answer is as untrusted as the
   * model's input. `known` has the URLs that it may use.
   */
  finishWritten(answer: string, known: KnownUrls): string | undefined
  urlsOf(payload: string): string[]
  /** What people read of a finished payload. */
  wordsOf(payload: string): string
  form: string
  /** The form of a translation. Left out for a payload that is not translated. */
  translatedForm?: string
}

const plainForm = 'plain text on one line, without markup and without quotation marks around it'

/** Every type of content item. A new one is a type in `wire/targets.ts` and an entry here. */
export const contentTypes: Record<ContentType, ContentTypeRules> = {
  text: {
    place: 'text',
    finish: finishText,
    finishWritten: (answer) => finishText(plainText(answer)),
    urlsOf: () => [],
    wordsOf: (payload) => payload,
    form: plainForm,
    translatedForm: plainForm,
  },
  src: urlRules('src'),
  href: urlRules('href'),
  html: {
    place: 'html',
    finish: (rendered) => sanitiseHtml(escapeValues(rendered)),
    finishWritten(answer, known) {
      try {
        return sanitiseHtml(answer, (url) => known(url) !== undefined)
      } catch {
        // It is beyond the sanitiser's bounds.
        return undefined
      }
    },
    urlsOf: urlsInHtml,
    wordsOf: (payload) => readEntities(payload.replace(/<[^<>]*>/g, '\n')),
    form: 'an HTML fragment of simple elements such as <p>, <b>, <i>, <ul>, <li> and <br>, without links or images that are not in the task',
    translatedForm: 'the same HTML, with its texts translated',
  },
}

function urlRules(type: 'src' | 'href'): ContentTypeRules {
  return {
    place: 'url',
    finish: (rendered) => finishUrl(rendered, type),
    finishWritten(answer, known) {
      const url = known(answer)
      return url !== undefined && isSafeUrl(url, type) ? url : undefined
    },
    urlsOf: (payload) => [payload],
    wordsOf: () => '',
    form: 'one URL out of those in the task, and nothing else',
  }
}

function urlsInHtml(html: string): string[] {
  const urls: string[] = []
  sanitiseHtml(html, (url) => urls.push(url) > 0)
  return urls
}

/** What is drawn: neither a space, nor a sign without width, such as U+200B. */
const seen = /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** The text without the empty lines that YAML blocks and Liquid tags leave around it; undefined if nothing of it is seen. */
function finishText(rendered: string): string | undefined {
  if (!seen.test(rendered)) return undefined
  const text = rendered.trim()
  const at = rendered.indexOf(text)
  const lineStart = rendered.lastIndexOf('\n', at) + 1
  const lineEnd = rendered.indexOf('\n', at + text.length)
  return rendered.slice(lineStart, lineEnd < 0 ? rendered.length : lineEnd)
}

/** One line, without the quotation marks, emphasis and tags that models add. */
function plainText(answer: string): string {
  return withoutMarkup(answer)
    .replace(/\s+/g, ' ')
    .replace(/\*\*(.+?)\*\*/g, '$1')
    .replace(/^(["'“„«])(.*)["'”“»]$/, (whole, _open, inner: string) =>
      /["“”„«»]/.test(inner) ? whole : inner,
    )
}

const wordTag = /<\/?(?:a|b|em|i|small|span|strong|u)(?:\s[^<>]*)?>/gi
const blockTag = /<\/?(?:br|div|h[1-6]|li|ol|p|ul)(?:[\s/][^<>]*)?>/gi

/** Some models write HTML whatever they are asked for. Text that only looks like it, such as `<script>`, stays. */
function withoutMarkup(answer: string): string {
  const text = answer.replace(wordTag, '').replace(blockTag, ' ')
  return text === answer ? answer : readEntities(text).trim()
}

function escapeValues(rendered: string): string {
  return [...renderedParts(rendered)]
    .map(({ text, isValue }) => (isValue ? escapeHtml(text).replaceAll(lineBreak, '<br />') : text))
    .join('')
}
