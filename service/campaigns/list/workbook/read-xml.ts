import type { Readable } from 'node:stream'
import { TextDecoder } from 'node:util'
import { Parser } from 'htmlparser2'
import { DomainError } from '../../../base/words/errors.ts'

/** What is told of the elements of a part, by their names without prefixes. */
interface XmlHandlers {
  open?(name: string, attributes: Record<string, string>): void
  text?(text: string): void
  close?(name: string): void
}

/** No part of a workbook has more levels. */
const mostLevels = 100

/**
 * Reads a part of a workbook as XML while it is unpacked. Entities other than those of XML itself are left as they are, and
 * a document type is refused, so nothing can grow by them.
 */
export async function readXml(bytes: Readable, handlers: XmlHandlers): Promise<void> {
  let levels = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        levels++
        if (levels > mostLevels) throw damaged()
        handlers.open?.(withoutPrefix(name), attributes)
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag(name) {
        levels--
        handlers.close?.(withoutPrefix(name))
      },
      onprocessinginstruction(name) {
        if (/^!doctype/i.test(name)) throw damaged()
      },
    },
    { xmlMode: true },
  )
  let decoder: TextDecoder | undefined
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    decoder ??= new TextDecoder(chunk[0] === 0xff ? 'utf-16le' : chunk[0] === 0xfe ? 'utf-16be' : 'utf-8')
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  parser.end(decoder?.decode())
}

/** What a workbook is told that cannot be read. */
export function damaged(): DomainError {
  return new DomainError(
    'invalid-field',
    'The workbook (.xlsx) is damaged: open it in the program that made it, save it again, and send that.',
  )
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
