import { type Chip, liquidOf, type Piece, type RawLiquid } from './liquid.ts'

/** Where one can write before, between and behind chips: browsers put no caret there otherwise. */
const room = '\u200b'

const pieceOf = new WeakMap<Node, Chip | RawLiquid>()

/** Fills a field with pieces: chips as buttons that are one whole each. */
export function fillField(field: HTMLElement, pieces: Piece[]): void {
  const nodes = pieces.flatMap((piece) =>
    typeof piece === 'string' ? [new Text(piece)] : [new Text(room), chipNode(piece), new Text(room)],
  )
  field.replaceChildren(...nodes)
}

/** The pieces that a field has now, whatever the browser made of it while somebody wrote. */
export function readField(field: Node): Piece[] {
  return [...field.childNodes].flatMap((node): Piece[] => {
    const piece = pieceOf.get(node)
    if (piece) return [piece]
    if (node instanceof Text) return [node.data.replaceAll(room, '').replaceAll('\u00a0', ' ')]
    return readField(node)
  })
}

/** The chips of a field, in order, as they are in it. */
export function chipsIn(field: HTMLElement): HTMLElement[] {
  return [...field.querySelectorAll<HTMLElement>('[data-chip]')]
}

/** What a chip in a field stands for; undefined for other Liquid. */
export function chipAt(node: Node | undefined): Chip | undefined {
  const piece = node && pieceOf.get(node)
  return piece && 'field' in piece ? piece : undefined
}

/** Gives a chip in a field another fallback. */
export function setFallback(node: Node, fallback: string): void {
  const chip = chipAt(node)
  if (!chip) return
  pieceOf.set(node, { field: chip.field, ...(fallback && { fallback }) })
  dress(node as HTMLElement)
}

/** Puts a chip where the caret is, or was, and the caret behind it; at the end where it was never in the field. */
export function insertChip(field: HTMLElement, chip: Chip, at: Range | undefined): HTMLElement {
  const node = chipNode(chip)
  const range = at && field.contains(at.startContainer) ? at : endOf(field)
  range.deleteContents()
  const behind = new Text(room)
  const all = document.createDocumentFragment()
  all.append(new Text(room), node, behind)
  range.insertNode(all)
  field.focus({ preventScroll: true })
  document.getSelection()?.setBaseAndExtent(behind, 1, behind, 1)
  return node
}

function endOf(field: HTMLElement): Range {
  const range = new Range()
  range.selectNodeContents(field)
  range.collapse()
  return range
}

/** Where the caret is in a field; in a shadow root each engine says it in its own way. */
export function caretIn(field: HTMLElement): Range | undefined {
  const root = field.getRootNode() as ShadowRoot & { getSelection?: () => Selection | null }
  const selection = root.getSelection?.() ?? document.getSelection()
  const composed = selection?.getComposedRanges?.({ shadowRoots: [root] })[0]
  const found = composed ?? (selection?.rangeCount ? selection.getRangeAt(0) : undefined)
  if (!found || !field.contains(found.startContainer)) return undefined
  const range = new Range()
  range.setStart(found.startContainer, found.startOffset)
  range.setEnd(found.endContainer, found.endOffset)
  return range
}

function chipNode(piece: Chip | RawLiquid): HTMLElement {
  const node = document.createElement('span')
  pieceOf.set(node, piece)
  dress(node)
  return node
}

function dress(node: HTMLElement): void {
  const piece = pieceOf.get(node)
  if (!piece) return
  const isRaw = 'liquid' in piece
  node.contentEditable = 'false'
  node.dataset.chip = isRaw ? 'raw' : piece.fallback ? 'sure' : 'open'
  node.role = isRaw ? 'img' : 'button'
  node.ariaLabel = isRaw ? `Liquid ${piece.liquid}` : piece.field
  node.tabIndex = isRaw ? -1 : 0
  node.textContent = isRaw ? piece.liquid : piece.field
  node.title = liquidOf(piece)
}
