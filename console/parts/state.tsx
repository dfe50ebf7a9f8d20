import type { ComponentChildren } from 'preact'

export type Tone = 'good' | 'odd' | 'bad' | 'calm'

/** A word about how something is. Its colour says nothing that the word does not. */
export function State({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`state ${tone}`}>{children}</span>
}
