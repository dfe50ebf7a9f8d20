/**
 * The result of "Copy selector" in Chrome's developer tools: a port of `cssPath(node, true)` in `front_end/panels/elements/DOMPath.ts`
 * of ChromeDevTools/devtools-frontend. Steps go up to the nearest id, or to the body. A step is a tag, with its classes if siblings
 * have the same tag, and with its position if the classes do not distinguish them.
 */
export function chromeSelector(element: Element): string {
  const steps: string[] = []
  for (let at: Element | null = element; at; at = at.parentElement) {
    const end = endOf(at)
    steps.unshift(end ?? stepOf(at, at === element))
    if (end) break
  }
  return steps.join(' > ')
}

/** The step at which a path ends; undefined if it continues. */
function endOf(element: Element): string | undefined {
  const id = element.getAttribute('id')
  if (id) return `#${CSS.escape(id)}`
  const isOuter = ['html', 'head', 'body'].includes(element.localName)
  return isOuter || !element.parentElement ? element.localName : undefined
}

function stepOf(element: Element, isTarget: boolean): string {
  const name = element.localName
  const siblings = [...(element.parentElement?.children ?? [])]
  const alike = siblings.filter((sibling) => sibling !== element && sibling.localName === name)
  const step = name + (isTarget ? typeOf(element) : '')
  if (alike.length === 0) return step
  const classes = classesOf(element)
  const isCovered = (sibling: Element) => classes.every((one) => classesOf(sibling).includes(one))
  if (alike.some(isCovered)) return `${step}:nth-child(${siblings.indexOf(element) + 1})`
  return step + classes.map((one) => `.${CSS.escape(one)}`).join('')
}

function typeOf(element: Element): string {
  const type = element.getAttribute('type')
  const isPlain = !element.getAttribute('id') && !element.getAttribute('class')
  return element.localName === 'input' && type && isPlain ? `[type=${CSS.escape(type)}]` : ''
}

function classesOf(element: Element): string[] {
  return (element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean)
}
