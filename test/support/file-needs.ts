import type { ContentItem } from '../../wire/record.ts'
import { startEditorService, ticket } from './editor-service.ts'
import type { Scenario } from './visit.ts'

/** A file of the script that comes after what paints, a page that needs it, and how that page is without it. */
export interface Need {
  file: string
  /** What the page has. */
  on: string
  page(): Scenario
  /** The targets, as the visitor sees them with the file. */
  whole: string[]
  /** The same without it: what needs it is as the page, or the edge, has made it; everything else is personal. */
  without: string[]
  /** After `stop()`, with the file. */
  own: string[]
}

const own = '<h1>Welcome</h1><p class="lead">For <b>all</b></p><a href="/all">Try it</a>'
const texts: ContentItem[] = [
  { selector: 'h1', type: 'text', payload: 'Hello Ada' },
  { selector: 'a', type: 'href', payload: '/ada' },
]
const html: ContentItem = { selector: '.lead', type: 'html', payload: 'For <i>Ada</i>' }

/** Every file that comes after what paints, on pages that need it. */
export const needs: Need[] = [
  {
    file: 'follow',
    on: 'texts and links',
    page: () => ({ body: own, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'follow',
    on: 'HTML',
    page: () => ({ body: own, content: [...texts, html] }),
    whole: ['Hello Ada', 'For <i>Ada</i>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'follow',
    on: 'the work of the edge',
    page: () => ({ body: own, content: texts, edge: {} }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'follow',
    on: 'a framework',
    page: () => ({ body: `<div data-hydrate>${own}</div><p>Text</p>`, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Welcome', 'For <b>all</b>', '/all'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'track',
    on: 'texts and links',
    page: () => ({ body: own, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'html',
    on: 'HTML',
    page: () => ({ body: own, content: [...texts, html] }),
    whole: ['Hello Ada', 'For <i>Ada</i>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'edge',
    on: 'the work of the edge',
    page: () => ({ body: own, content: texts, edge: {} }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'frameworks',
    on: 'a framework',
    page: () => ({ body: `<div data-hydrate>${own}</div>`, content: texts }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'sanitiser',
    on: 'HTML, in a browser that does not sanitise,',
    page: () => ({
      body: own,
      content: [...texts, html],
      before: () => void Reflect.deleteProperty(Element.prototype, 'setHTML'),
    }),
    whole: ['Hello Ada', 'For <i>Ada</i>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'spool',
    on: 'events that are kept',
    page: () => ({
      body: own,
      content: texts,
      analytics: [{ id: 'title', selector: 'h1', type: 'view' }],
      attributes: { 'data-storage': 'local' },
    }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'preview',
    on: 'a preview',
    page: () => ({
      body: own,
      content: texts,
      query: (pattern) => `?pattern=${pattern}&motif-preview`,
    }),
    whole: ['Hello Ada', 'For <b>all</b>', '/ada'],
    without: ['Hello Ada', 'For <b>all</b>', '/ada'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
  {
    file: 'editing',
    on: 'a link to the editor',
    page: () => ({
      body: own,
      content: texts,
      query: (pattern) => `?pattern=${pattern}#motif-edit=${ticket}`,
      editor: startEditorService().answer,
    }),
    whole: ['Welcome', 'For <b>all</b>', '/all'],
    without: ['Welcome', 'For <b>all</b>', '/all'],
    own: ['Welcome', 'For <b>all</b>', '/all'],
  },
]

/** The page as it comes, with a tag that hides its targets. */
export const hiding = (page: Scenario): Scenario => ({
  ...page,
  tag: 'inline',
  attributes: { 'data-hide': 'h1,.lead,a', ...page.attributes },
})
