import { DomainError } from '../words/errors.ts'

/**
 * Stored text of an unknown format: a later release, which runs beside this one, has written it. It must be left alone,
 * because writing it back would lose data of the later release.
 */
export class NewerFormat extends DomainError {
  constructor(what: string, version: string) {
    super('unavailable', `A later release has stored ${what} as ${version}; ask one of its replicas.`, 5)
  }
}

/** The format of release 0.1, which has no version in front. */
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
