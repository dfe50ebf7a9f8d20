import { chipName, fieldLabel } from '../field-words.ts'
import { type Chip, liquidOf, type Piece, payloadOf, piecesOf, type RawLiquid } from './liquid.ts'

/**
 * A character without a width around chips, because browsers put no caret there otherwise. It is the invisible plus of formulas, which
 * no text has: a zero-width space is a break between words in Thai and Khmer, and joiners are letters of many scripts.
 */
const room = '\u2064'

/** Fills a field with pieces. Chips become buttons that cannot be edited inside. */
export function fillField(field: HTMLElement, pieces: Piece[]): void {
  field.replaceChildren(...nodesOf(pieces))
}

function nodesOf(pieces: Piece[]): (Text | HTMLElement)[] {
  return pieces.flatMap((piece) =>
    typeof piece === 'string' ? [new Text(piece)] : [new Text(room), chipNode(piece), new Text(room)],
  )
}

/** Reads the pieces from a field, whatever nodes the browser made while somebody wrote. */
export function readField(field: Node): Piece[] {
  return [...field.childNodes].flatMap((node): Piece[] => {
    const piece = pieceAt(node)
    if (piece) return [piece]
    if (node instanceof Text) return [node.data.replaceAll(room, '')]
    return readField(node)
  })
}

/** What a chip element stands for. It says so itself, so that a copy of it stands for the same. */
function pieceAt(node: Node | undefined): Chip | RawLiquid | undefined {
  const liquid = (node as HTMLElement | undefined)?.dataset?.liquid
  const [piece] = liquid ? piecesOf(liquid) : []
  return typeof piece === 'object' ? piece : undefined
}

/** The chip elements of a field, in order. */
export function chipsIn(field: HTMLElement): HTMLElement[] {
  return [...field.querySelectorAll<HTMLElement>('[data-chip]')]
}

/** The chip of a chip element; undefined for other Liquid. */
export function chipAt(node: Node | undefined): Chip | undefined {
  const piece = pieceAt(node)
  return piece && 'field' in piece ? piece : undefined
}

/** Sets the fallback of a chip element. */
export function setFallback(node: Node, fallback: string): void {
  const chip = chipAt(node)
  if (!chip) return
  dress(node as HTMLElement, { field: chip.field, ...(fallback && { fallback }) })
}

/**
 * Inserts text and chips at the present or last caret, in place of what is selected, and puts the caret after them. Without a caret,
 * inserts them at the end. Returns the chip elements.
 */
export function insertPieces(field: HTMLElement, pieces: Piece[], at: Range | undefined): HTMLElement[] {
  const range = at && field.contains(at.startContainer) ? withWholeChips(at, field) : endOf(field)
  range.deleteContents()
  const nodes = nodesOf(pieces)
  const all = document.createDocumentFragment()
  all.append(...nodes)
  range.insertNode(all)
  range.collapse()
  field.focus({ preventScroll: true })
  const last = nodes.at(-1)
  // A text is always last: behind a chip there is room.
  if (last instanceof Text) putCaret(last, last.length)
  else putCaret(range.endContainer, range.endOffset)
  return nodes.filter((node) => node instanceof HTMLElement)
}

/** The Liquid of what is selected in a field; empty if nothing is. */
export function liquidIn(field: HTMLElement, at: Range): string {
  return payloadOf(readField(withWholeChips(at, field).cloneContents()))
}

/** The range, with the whole of a chip in which it begins or ends: half of a chip is none. */
function withWholeChips(range: Range, field: HTMLElement): Range {
  const whole = range.cloneRange()
  for (const chip of chipsIn(field)) {
    if (chip.contains(range.startContainer)) whole.setStartBefore(chip)
    if (chip.contains(range.endContainer)) whole.setEndAfter(chip)
  }
  return whole
}

/** Puts the caret at the end of a field. */
export function putCaretLast(field: HTMLElement): void {
  const { lastChild } = field
  if (lastChild instanceof Text) putCaret(lastChild, lastChild.length)
  else putCaret(field, field.childNodes.length)
}

/** Puts the caret at a place in the editor. */
function putCaret(node: Node, offset: number): void {
  document.getSelection()?.setBaseAndExtent(node, offset, node, offset)
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
  dress(node, piece)
  return node
}

function dress(node: HTMLElement, piece: Chip | RawLiquid): void {
  const isRaw = 'liquid' in piece
  node.contentEditable = 'false'
  node.dataset.chip = isRaw ? 'raw' : piece.fallback ? 'sure' : 'open'
  node.role = isRaw ? 'img' : 'button'
  node.ariaLabel = isRaw ? `Liquid ${piece.liquid}` : chipName(piece.field)
  node.tabIndex = isRaw ? -1 : 0
  node.textContent = isRaw ? piece.liquid : fieldLabel(piece.field)
  node.title = liquidOf(piece)
  node.dataset.liquid = node.title
}
