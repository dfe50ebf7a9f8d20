/** Bytes that replace others. Positions count from the beginning of the window. */
export interface Edit {
  start: number
  end: number
  bytes: Uint8Array
  group: EditGroup
}

/** Edits that are made together: if that is certain by the time their bytes are passed on, else not at all. */
interface EditGroup {
  isCertain: boolean
}

const certain: EditGroup = { isCertain: true }

/** The bytes of a page that have arrived but are not passed on yet, with the edits to make in them. */
export class ByteWindow {
  bytes: Uint8Array = new Uint8Array(0)
  #edits: Edit[] = []
  #own: ArrayBufferLike | undefined

  append(chunk: Uint8Array): void {
    const { length } = this.bytes
    if (length === 0) this.bytes = chunk
    else {
      const joined = this.#roomFor(length + chunk.length)
      joined.set(chunk, length)
      this.bytes = joined
    }
  }

  /** The same bytes with room for more after them: in place if there is space, so that many small pieces cost no more than one. */
  #roomFor(length: number): Uint8Array {
    const { buffer, byteOffset } = this.bytes
    if (buffer === this.#own && byteOffset + length <= buffer.byteLength)
      return new Uint8Array(buffer, byteOffset, length)
    const larger = new Uint8Array(Math.max(2 * length, 1024))
    larger.set(this.bytes)
    this.#own = larger.buffer
    return larger.subarray(0, length)
  }

  edit(start: number, end: number, bytes: Uint8Array, group = certain): Edit {
    const edit = { start, end, bytes, group }
    this.#edits.push(edit)
    return edit
  }

  /** Returns the edited bytes before `end`, and removes them. Positions count from there afterwards. */
  takeUntil(end: number): Uint8Array {
    const pieces: Uint8Array[] = []
    let from = 0
    const due = this.#edits.filter((one) => one.start < end && one.group.isCertain)
    for (const { start, end: until, bytes } of due.sort((a, b) => a.start - b.start)) {
      pieces.push(this.bytes.subarray(from, start), bytes)
      from = until
    }
    pieces.push(this.bytes.subarray(from, end))
    this.#edits = this.#edits.filter((one) => one.start >= end)
    for (const edit of this.#edits) {
      edit.start -= end
      edit.end -= end
    }
    this.bytes = this.bytes.subarray(end)
    return joined(pieces)
  }
}

/** In one piece, as servers compress and flush each: 22 pieces of a page take them 15 ms, one takes 1 ms. */
function joined(pieces: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  pieces.reduce((at, piece) => {
    all.set(piece, at)
    return at + piece.length
  }, 0)
  return all
}
