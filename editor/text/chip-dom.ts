import { type Chip, liquidOf, type Piece, type RawLiquid } from './liquid.ts'

/** A zero-width space around chips, because browsers put no caret there otherwise. */
const room = '\u200b'

const pieceOf = new WeakMap<Node, Chip | RawLiquid>()

/** Fills a field with pieces. Chips become buttons that cannot be edited inside. */
export function fillField(field: HTMLElement, pieces: Piece[]): void {
  const nodes = pieces.flatMap((piece) =>
    typeof piece === 'string' ? [new Text(piece)] : [new Text(room), chipNode(piece), new Text(room)],
  )
  field.replaceChildren(...nodes)
}

/** Reads the pieces from a field, whatever nodes the browser made while somebody wrote. */
export function readField(field: Node): Piece[] {
  return [...field.childNodes].flatMap((node): Piece[] => {
    const piece = pieceOf.get(node)
    if (piece) return [piece]
    if (node instanceof Text) return [node.data.replaceAll(room, '').replaceAll('\u00a0', ' ')]
    return readField(node)
  })
}

/** The chip elements of a field, in order. */
export function chipsIn(field: HTMLElement): HTMLElement[] {
  return [...field.querySelectorAll<HTMLElement>('[data-chip]')]
}

/** The chip of a chip element; undefined for other Liquid. */
export function chipAt(node: Node | undefined): Chip | undefined {
  const piece = node && pieceOf.get(node)
  return piece && 'field' in piece ? piece : undefined
}

/** Sets the fallback of a chip element. */
export function setFallback(node: Node, fallback: string): void {
  const chip = chipAt(node)
  if (!chip) return
  pieceOf.set(node, { field: chip.field, ...(fallback && { fallback }) })
  dress(node as HTMLElement)
}

/** Inserts a chip at the present or last caret, and puts the caret after it. Without a caret, inserts it at the end. */
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

/** The caret in a field. Each engine has its own way to say it in a shadow root. */
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
