/** A part of an element that the edge says it has done, and what is there. */
export interface MarkedPart {
  /** The element's place among the elements of each of its ancestors. */
  path: string
  part: string
  shown?: string | null
}

/**
 * Runs in the page: what the parts that are marked show, or these, where they are said. What stands in something that the
 * script changes is gone with it.
 *
 * @param changed selectors of the items that change the content of elements
 */
export function readMarked({
  wanted,
  changed = [],
}: {
  wanted?: MarkedPart[]
  changed?: string[]
}): MarkedPart[] {
  const pathOf = (element: Element): string => {
    const { parentElement } = element
    return parentElement ? `${pathOf(parentElement)}/${[...parentElement.children].indexOf(element)}` : ''
  }
  const elementAt = (path: string) =>
    path
      .split('/')
      .slice(1)
      .reduce<Element | undefined>((one, at) => one?.children[Number(at)], document.documentElement)
  const isContent = (part: string) => part === 'text' || part === 'html'
  const isGone = ({ parentElement }: Element) => changed.some((selector) => parentElement?.closest(selector))
  /** What an item's HTML brings is for the tag if it is a target too. */
  const isChangedLater = (element: Element) => changed.some((selector) => element.querySelector(selector))
  const marked = [...document.querySelectorAll('[data-motif]')].filter((element) => !isGone(element))
  const parts =
    wanted ??
    marked.flatMap((element) =>
      (element.getAttribute('data-motif') ?? '')
        .split(' ')
        .slice(1)
        .filter((part) => !isContent(part) || !isChangedLater(element))
        .map((part) => ({ path: pathOf(element), part })),
    )
  return parts.map(({ path, part }) => {
    const element = elementAt(path)
    // Blanks around texts are left out, as below.
    const shown = isContent(part)
      ? element?.innerHTML.replace(/>\s+/g, '>').replace(/\s+</g, '<').trim()
      : element?.getAttribute(part)
    return { path, part, shown: shown ?? null }
  })
}

/**
 * Runs in the page: its tree, a line for each node, without Motif's marks and scripts. Blanks around texts are left out: beside
 * an icon the script keeps them, where the icon was there when it came.
 */
export function describeDom(): string[] {
  const lines: string[] = []
  const isOurs = (node: Node) =>
    node instanceof HTMLScriptElement && (node.id === 'motif-record' || /\/snippet\.js$/.test(node.src))
  const visit = (node: Node, depth: number) => {
    if (isOurs(node)) return
    const said =
      node instanceof Element
        ? [...node.attributes]
            .filter(({ name }) => !/^data-motif(?:-|$)/.test(name))
            .map(({ name, value }) => `${name}=${value}`)
            .sort()
            .join(' ')
        : node.nodeValue?.trim()
    if (said || node.nodeType !== Node.TEXT_NODE) lines.push(`${depth} ${node.nodeName} ${said}`)
    if (node instanceof Element && node.shadowRoot) visit(node.shadowRoot, depth + 1)
    const content = node instanceof HTMLTemplateElement ? node.content : node
    for (const child of content.childNodes) visit(child, depth + 1)
  }
  document.normalize()
  visit(document, 0)
  return lines
}
