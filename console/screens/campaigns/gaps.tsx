import { asWritten } from '../../../wire/bare-name.ts'
import { itemName } from '../../../wire/item-name.ts'
import type { ContentType } from '../../../wire/targets.ts'
import { hrefOf } from '../../address.ts'
import {
  type Campaign,
  type CampaignBlank,
  type CampaignGap,
  readBlanks,
  readGaps,
  regenerateCampaign,
} from '../../api/campaigns.ts'
import { may } from '../../api/session-state.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { contentWords } from '../../parts/content-words.ts'
import { Empty } from '../../parts/empty.tsx'
import { count, listOf } from '../../parts/format.ts'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useSaved } from '../../parts/use-saved.ts'
import { tenthsMade } from './tenths.ts'

/** How soon what is missing is looked for again. With a long list it takes seconds. */
const againMs = 10_000

/** What will be missing on some people's pages. Look at it before the links go out. */
export function Gaps({ campaign, onChange }: { campaign: Campaign; onChange: () => void }) {
  const { id, template, people } = campaign
  const loaded = useLoaded(
    async (signal) => {
      const [gaps, blanks] = await Promise.all([readGaps(id, signal), readBlanks(id, signal)])
      return { gaps, blanks }
    },
    [id],
    `${tenthsMade(campaign)} ${people}`,
  )
  useRefresh(loaded, againMs)
  return (
    <section class="part" aria-label="Missing values">
      <Awaited loaded={loaded}>
        {({ gaps, blanks }) =>
          gaps.length + blanks.length === 0 ? (
            <Empty title="Nothing is missing">
              <p>
                No text, picture or link is empty on anybody’s page or falls back to a default, and every text
                is written.
              </p>
            </Empty>
          ) : (
            <>
              <p>
                <a href={hrefOf('campaigns', id, { missing: 'true' })}>Show everybody who lacks something</a>
              </p>
              {gaps.some(({ notWritten }) => notWritten) && may('editor') && (
                <WriteAgain {...{ id, gaps, onChange }} />
              )}
              <ul class="faults">
                {gaps.map((gap) => (
                  <li key={gap.index} class="card">
                    <p>
                      <strong title={asWritten(gap.selector)}>{itemName(gap)}</strong>
                      {wordsOf(gap)}
                    </p>
                    <Examples of={gap.examples} />
                    {gap.notWritten && (
                      <p class="quiet">
                        {gap.notWritten === 1 ? 'This person sees' : 'They see'} the plain words of{' '}
                        <a href={hrefOf('templates', template)}>{template}</a> there.
                      </p>
                    )}
                    {gap.empty + gap.byDefault > 0 && (
                      <p class="quiet">
                        Add what is missing with <em>Add people</em>, by a list with the same addresses, or
                        say in <a href={hrefOf('templates', template)}>{template}</a> what stands there
                        without it.
                      </p>
                    )}
                  </li>
                ))}
                {blanks.map((blank) => (
                  <WithBlank key={`blank ${blank.index}`} blank={blank} template={template} />
                ))}
              </ul>
            </>
          )
        }
      </Awaited>
    </section>
  )
}

interface WriteAgainProps {
  id: string
  /** As they were read last. */
  gaps: CampaignGap[]
  onChange: () => void
}

/** Has the language model write what it did not. */
function WriteAgain({ id, gaps, onChange }: WriteAgainProps) {
  const { saved: isAsked, note } = useSaved<true>(gaps)
  const action = useAction(async () => {
    await regenerateCampaign(id, 'not-written')
    note(true)
    onChange()
  })
  return (
    <p>
      <button type="button" disabled={action.isRunning} onClick={() => action.run()}>
        Write again
      </button>{' '}
      <span role="status" class="quiet">
        {isAsked
          ? 'These pages are being made again; the list follows.'
          : 'Asks the language model for the texts that were not written.'}
      </span>
      {action.failure && <Failed failure={action.failure} onTryAgain={action.tryAgain} />}
    </p>
  )
}

function Examples({ of }: { of: string[] }) {
  if (of.length === 0) return null
  return (
    <p class="quiet">
      For example <Breakable text={listOf(of)} />.
    </p>
  )
}

/** A text that lacks a word for somebody: what they read, and what to do. */
function WithBlank({ blank, template }: { blank: CampaignBlank; template: string }) {
  const { type, people, reads, examples } = blank
  const verb = type === 'src' || type === 'href' ? ['gets', 'get'] : ['reads', 'read']
  return (
    <li class="card">
      <p>
        <strong title={asWritten(blank.selector)}>{itemName(blank)}</strong>: a value is not known of{' '}
        {count(people, 'person', 'people')}, who {people === 1 ? verb[0] : verb[1]} “
        <span class="said">{reads}</span>”{people > 1 && ' or the like'}.
      </p>
      <Examples of={examples} />
      <p class="quiet">
        In <a href={hrefOf('templates', template)}>{template}</a>, give the value a default, such as{' '}
        <code>{"{{ prospect.name | default: 'you' }}"}</code>, then choose <em>Make anew</em> in the campaign;
        or add what is missing to the list.
      </p>
    </li>
  )
}

function wordsOf({ type, empty, byDefault, notWritten = 0, reason }: CampaignGap): string {
  // The items of templates have no other type.
  const { lacking } = contentWords[type as ContentType]
  const said = [
    ...(empty > 0
      ? [`${count(empty, 'person has', 'people have')} no ${lacking} and see the page’s own`]
      : []),
    ...(byDefault > 0 ? [`${count(byDefault, 'person gets', 'people get')} the default`] : []),
    ...(notWritten > 0 ? [`not written for ${count(notWritten, 'person', 'people')} (${reason})`] : []),
  ]
  return `: ${said.join('; ')}.`
}
