import type { ComponentChildren } from 'preact'

type Tone = 'good' | 'odd' | 'bad' | 'calm'

/** A state in a word. The colour adds nothing to the word. */
export function State({ tone = 'calm', children }: { tone?: Tone; children: ComponentChildren }) {
  return <span class={`state ${tone}`}>{children}</span>
}
