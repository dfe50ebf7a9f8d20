import { useId } from 'preact/hooks'
import { hrefOf } from '../address.ts'
import type { FirstStepsState } from '../api/help.ts'

/** The five steps to the first campaign, each with whether it is done; nothing once all are. */
export function FirstSteps({ state, onFollow }: { state: FirstStepsState; onFollow?: () => void }) {
  const { template, campaign, done } = state
  const id = useId()
  const steps = [
    { title: 'Make a template', href: hrefOf('templates'), text: 'what the page says to whom' },
    {
      title: 'Paste the tag into your page',
      href: hrefOf('templates', template, template ? { tab: 'tag' } : {}),
      text: 'once, for every template',
    },
    {
      title: 'Bring a list',
      href: hrefOf('campaigns', undefined, { new: '1' }),
      text: 'everybody in it gets a link',
    },
    {
      title: 'Review the pages, and open the campaign',
      href: hrefOf('campaigns', campaign),
      text: 'before anyone sees them',
    },
    { title: 'Send the links', href: hrefOf('campaigns', campaign), text: '(done with the first visit)' },
  ]
  if (done.every(Boolean)) return null
  return (
    <section class="stack" aria-labelledby={id}>
      <h2 id={id}>Your first campaign: {done.filter(Boolean).length} of 5 steps done</h2>
      <ol class="tight steps">
        {steps.map(({ title, href, text }, at) => (
          <li key={title} class={done[at] ? 'done' : ''}>
            <a href={href} onClick={onFollow}>
              {title}
            </a>{' '}
            <span class="quiet">{done[at] ? 'done' : text}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
