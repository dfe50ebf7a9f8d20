import { Rewriter } from '../../edge/rewriter.ts'

/** Rewrites one page, chunk by chunk. Returns how many bytes came out. */
type RewritePage = (pieces: Uint8Array[]) => Promise<number> | number

const record = {
  pattern: 'Ada',
  language: 'en',
  content: [
    { selector: '#hero h1', type: 'text' as const, payload: 'For Ada' },
    { selector: '.card-title', type: 'text' as const, payload: 'For Ada' },
    { selector: '[data-content="lead"]', type: 'text' as const, payload: 'For Ada' },
    { selector: 'section.intro > p', type: 'text' as const, payload: 'For Ada' },
    { selector: 'a.btn-primary', type: 'href' as const, payload: '/ada' },
  ],
  analytics: [],
}

/** The rewriters. All make the same changes. parse5's has no selectors, so there the targets are found by class. */
export const rewriters: Record<string, () => Promise<RewritePage>> = {
  Motif: async () => (pieces) => {
    const rewriter = new Rewriter(record, 'https://www.example.com/')
    let bytes = 0
    for (const piece of pieces) for (const out of rewriter.push(piece)) bytes += out.length
    for (const out of rewriter.end()) bytes += out.length
    return bytes
  },
  'html-rewriter-wasm': openWasm,
  'parse5-html-rewriting-stream': openParse5,
}

const installed = (path: string) => import(new URL(`../node_modules/${path}`, import.meta.url).href)

interface WasmElement {
  setInnerContent(text: string): void
  setAttribute(name: string, value: string): void
}

interface WasmRewriter {
  on(selector: string, handlers: { element(element: WasmElement): void }): void
  write(piece: Uint8Array): Promise<void>
  end(): Promise<void>
  free(): void
}

async function openWasm(): Promise<RewritePage> {
  const module = (await installed('html-rewriter-wasm/dist/html_rewriter.js')) as {
    HTMLRewriter: new (take: (piece: Uint8Array) => void) => WasmRewriter
  }
  return async (pieces) => {
    let bytes = 0
    const rewriter = new module.HTMLRewriter((piece) => {
      bytes += piece.length
    })
    for (const { selector, type, payload } of record.content)
      rewriter.on(selector, {
        element: (element) =>
          type === 'text' ? element.setInnerContent(payload) : element.setAttribute(type, payload),
      })
    for (const piece of pieces) await rewriter.write(piece)
    await rewriter.end()
    rewriter.free()
    return bytes
  }
}

interface Parse5Tag {
  tagName: string
  attrs: { name: string; value: string }[]
}

interface Parse5Stream {
  on(event: 'startTag', listen: (tag: Parse5Tag) => void): void
  on(event: 'data', listen: (text: string) => void): void
  emitStartTag(tag: Parse5Tag): void
  emitRaw(text: string): void
  write(text: string): void
  end(): void
}

async function openParse5(): Promise<RewritePage> {
  const module = (await installed('parse5-html-rewriting-stream/dist/index.js')) as {
    RewritingStream: new () => Parse5Stream
  }
  return (pieces) => {
    let bytes = 0
    const stream = new module.RewritingStream()
    stream.on('startTag', (tag) => {
      if (/\bbtn-primary\b/.test(tag.attrs.find(({ name }) => name === 'class')?.value ?? ''))
        tag.attrs = [...tag.attrs, { name: 'href', value: '/ada' }]
      stream.emitStartTag(tag)
    })
    stream.on('data', (text) => {
      bytes += text.length
    })
    const decoder = new TextDecoder()
    for (const piece of pieces) stream.write(decoder.decode(piece, { stream: true }))
    stream.end()
    return bytes
  }
}
