/** A set that keeps only the texts that were added last. */
interface RecentSet {
  has(text: string): boolean
  add(text: string): void
}

/** Creates a set of at most `size` texts. */
export function createRecentSet(size: number): RecentSet {
  const texts = new Set<string>()
  return {
    has: (text) => texts.has(text),
    add(text) {
      texts.delete(text)
      texts.add(text)
      if (texts.size > size) texts.delete(texts.values().next().value as string)
    },
  }
}
