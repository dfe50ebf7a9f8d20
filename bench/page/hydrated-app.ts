import { createElement as h, type ReactElement } from 'react'
import { type Parts, sections } from './landing.ts'

/** The landing page as a React component: what a server renders and the browser hydrates. */
export function App(parts: Parts): ReactElement[] {
  return [
    h('header', { key: 'bar', className: 'bar' }, h('strong', null, 'Launch'), h(Navigation)),
    h(Hero, { key: 'hero', ...parts }),
    ...sections.map((sentences, at) => h(Part, { key: at, at, sentences })),
    h('footer', { key: 'footer' }, 'Launch, Inc.'),
  ]
}

function Navigation() {
  return h('nav', null, h('a', { href: '#one' }, 'Product'), ' ', h('a', { href: '#two' }, 'Pricing'))
}

function Hero({ text, html, href, src }: Parts) {
  const cta = h('a', { className: 'cta', href }, 'Start now')
  const words = h(
    'div',
    null,
    h('h1', { elementtiming: 'headline' }, text),
    h('div', { className: 'lead' }, h(Lead, { html })),
    h('p', { id: 'actions' }, cta),
  )
  const image = h('img', { src, width: 400, height: 300, alt: '' })
  return h('section', { id: 'hero' }, words, h('figure', { id: 'picture' }, image))
}

/** `<p>before <b>bold</b> after</p>` as React's own elements. */
function Lead({ html }: { html: string }) {
  const [before, bold, after] = html.replaceAll(/<\/?p>/g, '').split(/<\/?b>/)
  return h('p', null, before, bold && h('b', null, bold), after)
}

function Part({ at, sentences }: { at: number; sentences: string[] }) {
  const paragraphs = sentences.map((sentence, of) => h('p', { key: of }, sentence))
  return h('section', { className: 'part', id: `part-${at}` }, h('h2', null, `Part ${at}`), paragraphs)
}
