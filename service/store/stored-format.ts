import { DomainError } from '../model/errors.ts'

/**
 * Stored text of a format that this release does not know: a later one, which runs beside it, has written it. It is
 * left alone, because to write it back would lose what the later one knows.
 */
export class NewerFormat extends DomainError {
  constructor(what: string, version: string) {
    super('unavailable', `A later release has stored ${what} as ${version}; ask one of its replicas.`, 5)
  }
}

/** What release 0.1 wrote: it has no version in front. */
const first = 'v1'

/**
 * Reads a JSON array that begins with its version, such as `["v2", …]`. Each reader gets the elements behind it. Throws
 * NewerFormat for a version without a reader.
 */
export function readVersioned<T>(
  what: string,
  text: string,
  readers: Readonly<Record<string, (elements: unknown[]) => T>>,
): T {
  const elements = JSON.parse(text) as unknown[]
  const [front] = elements
  const version = typeof front === 'string' ? front : first
  const read = Object.hasOwn(readers, version) ? readers[version] : undefined
  if (!read) throw new NewerFormat(what, version)
  return read(version === first ? elements : elements.slice(1))
}
