import type { Browser } from 'playwright'

/** A page as the edge made it for one item. */
export interface MadePage {
  selector: string
  payload: string
  html: string
}

/** What Chromium says of what the edge made of a page. */
interface ChromiumVerdict {
  /** Elements that the selectors match, and those that were changed. */
  targets: number
  changed: number
  shadowRoots: number
  /** What is wrong, each with the place of its page in the list. */
  faults: { place: number; fault: string }[]
}

/** Opens a judge: it has Chromium parse pages as pages, and asks its `querySelectorAll`. */
export async function openJudge(browser: Browser) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  // What the pages name is not there, and nothing leaves the machine.
  await context.route('**/*', (route) =>
    route.request().isNavigationRequest() && route.request().frame().parentFrame() === null
      ? route.fulfill({
          body: '<!doctype html><title>Judge</title>',
          contentType: 'text/html',
          headers: {
            'content-security-policy': "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'",
          },
        })
      : route.abort(),
  )
  const tab = await context.newPage()
  await tab.goto('https://www.example.com/launch')
  return {
    judge: (plain: string, made: MadePage[]): Promise<ChromiumVerdict> =>
      tab.evaluate(judgeInPage, { plain, made }),
    close: () => context.close(),
  }
}

/** Runs in the page. */
function judgeInPage({ plain, made }: { plain: string; made: MadePage[] }): ChromiumVerdict {
  const verdict: ChromiumVerdict = { targets: 0, changed: 0, shadowRoots: 0, faults: [] }
  const isContent = (part: string) => part === 'text' || part === 'html'
  /** Parses as a navigation does: `innerHTML` would parse in another way. */
  const parse = (frame: HTMLIFrameElement, html: string) => {
    const parsed = frame.contentDocument as Document
    parsed.open()
    parsed.write(html)
    parsed.close()
    parsed.querySelector('#motif-record')?.remove()
    parsed.normalize()
    return parsed
  }
  const find = (parsed: Document, selector: string): Element[] => {
    try {
      return [...parsed.querySelectorAll(selector)]
    } catch {
      return []
    }
  }
  const compare = (
    before: Node,
    after: Node,
    targets: Element[],
    payload: string,
    tell: (fault: string) => void,
  ) => {
    const name = before.nodeName
    if (name !== after.nodeName || before.nodeValue !== after.nodeValue)
      return tell(`${name} ${before.nodeValue} is now ${after.nodeName} ${after.nodeValue}`)
    if (after.nodeValue?.includes('data-motif')) tell(`a mark is seen: ${after.nodeValue}`)
    const parts =
      'getAttribute' in after
        ? ((after as Element).getAttribute('data-motif')?.split(' ').slice(1) ?? [])
        : []
    if (parts.length > 0) {
      verdict.changed++
      if (!targets.includes(before as Element)) tell(`${name} is no target`)
    }
    if ('attributes' in after) compareAttributes(before as Element, after as Element, parts, payload, tell)
    if (parts.some(isContent)) return
    const inner = ({ shadowRoot, content, childNodes }: Element & HTMLTemplateElement): Node[] => [
      ...(shadowRoot ? [shadowRoot] : []),
      ...(content?.nodeType === 11 ? [content] : []),
      ...childNodes,
    ]
    const [mine, theirs] = [inner(before as never), inner(after as never)]
    if ('shadowRoot' in before && before.shadowRoot) verdict.shadowRoots++
    if (mine.length !== theirs.length)
      return tell(`${name} has ${theirs.length} children, not ${mine.length}`)
    for (const [at, node] of mine.entries()) compare(node, theirs[at] as Node, targets, payload, tell)
  }
  const compareAttributes = (
    before: Element,
    after: Element,
    parts: string[],
    payload: string,
    tell: (fault: string) => void,
  ) => {
    const names = new Set([...before.getAttributeNames(), ...after.getAttributeNames()])
    for (const name of names) {
      if (/^data-motif(-|$)/.test(name)) continue
      const [own, now] = [before.getAttribute(name), after.getAttribute(name)]
      const wanted = parts.includes(name) ? (name === 'srcset' ? '' : payload) : own
      if (now !== wanted) tell(`${name} of ${before.nodeName} is ${now}, not ${wanted}`)
    }
    for (const part of parts) {
      if (part === 'text') continue
      const kept = after.getAttribute(`data-motif-${part}`)
      const own = isContent(part) ? before.innerHTML : before.getAttribute(part)
      const shown = isContent(part)
        ? Object.assign(document.createElement('div'), { innerHTML: kept }).innerHTML
        : kept
      if (shown !== own) tell(`${part} of ${before.nodeName} is kept as ${kept}`)
    }
  }
  const frames = [0, 1].map(() => document.body.appendChild(document.createElement('iframe')))
  const [first, second] = frames as [HTMLIFrameElement, HTMLIFrameElement]
  const before = parse(first, plain)
  made.forEach(({ selector, payload, html }, place) => {
    const after = parse(second, html)
    const targets = find(before, selector)
    verdict.targets += targets.length
    compare(before, after, targets, payload, (fault) => verdict.faults.push({ place, fault }))
  })
  for (const frame of frames) frame.remove()
  return verdict
}
