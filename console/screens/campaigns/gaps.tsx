import { asWritten } from '../../../wire/bare-name.ts'
import { itemName } from '../../../wire/item-name.ts'
import type { ContentType } from '../../../wire/targets.ts'
import { hrefOf } from '../../address.ts'
import type { Campaign, CampaignBlank, CampaignGap } from '../../api/campaigns.ts'
import { ask } from '../../api/client.ts'
import { may } from '../../api/session-state.ts'
import { Awaited, Failed } from '../../parts/awaited.tsx'
import { Breakable } from '../../parts/breakable.tsx'
import { contentWords } from '../../parts/content-words.ts'
import { Empty } from '../../parts/empty.tsx'
import { count, formatNumber } from '../../parts/format.ts'
import { useAction } from '../../parts/use-action.ts'
import { useLoaded } from '../../parts/use-loaded.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useSaved } from '../../parts/use-saved.ts'
import { titleOf } from '../people/person.tsx'
import { EditOnPage } from '../templates/edit-on-page.tsx'
import { tenthsMade } from './status.tsx'

/** How soon what is missing is looked for again. With a long list it takes seconds. */
const againMs = 10_000

/** What will be missing on some people's pages. Look at it before the links go out. */
export function Gaps({ campaign, onChange }: { campaign: Campaign; onChange: () => void }) {
  const { id, template, people, completed } = campaign
  const loaded = useLoaded(
    async (signal) => {
      const [{ gaps }, { blanks }] = await Promise.all([
        ask('GET /v1/campaigns/:id/gaps', { params: { id }, signal }),
        ask('GET /v1/campaigns/:id/blanks', { params: { id }, signal }),
      ])
      return { gaps, blanks }
    },
    [id],
    `${tenthsMade(campaign)} ${people}`,
  )
  useRefresh(loaded, againMs)
  return (
    <section class="stack" aria-label="Missing values">
      <Awaited loaded={loaded}>
        {({ gaps, blanks }) =>
          gaps.length + blanks.length === 0 ? (
            <Empty title="Nothing is missing">
              <p>Everybody’s page has every text, picture and link.</p>
            </Empty>
          ) : (
            <>
              <p class="quiet">
                Give an item a fallback on the page, or add what is missing with <em>Add people</em>.{' '}
                <a href={hrefOf('campaigns', id, { missing: 'true' })}>Show everybody who lacks something</a>
              </p>
              {gaps.some(({ notWritten }) => notWritten) && may('editor') && (
                <WriteAgain {...{ id, gaps, onChange }} />
              )}
              <ul class="card listed">
                {[...gaps, ...blanks].map((item) => (
                  <Missing
                    key={`${'people' in item} ${item.index} ${item.selector}`}
                    {...{ item, template, completed }}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Awaited>
    </section>
  )
}

interface MissingProps {
  item: CampaignGap | CampaignBlank
  template: string
  /** How many pages are made. */
  completed: number
}

/** An item: for how many people it is known, or written, and what the others see. */
function Missing({ item, template, completed }: MissingProps) {
  const { people, state, words } = lackOf(item)
  const have = Math.max(0, completed - people)
  return (
    <li class="tight">
      <div>
        <p class="said">
          <strong title={asWritten(item.selector)}>{itemName(item)}</strong> {words}
        </p>
        <p class="quiet">
          <strong>{count(people, 'person', 'people')}</strong>
          {item.examples.length > 0 && ', such as '}
          <Breakable text={item.examples.slice(0, 2).join(', ')} />
        </p>
      </div>
      <label class="tight">
        <span>
          {formatNumber(have)} of {formatNumber(completed)} {state}
        </span>
        <progress max={completed || 1} value={have} />
      </label>
      <div class="buttons">
        {may('editor') && state === 'known' && <EditOnPage name={template} item={item} />}
      </div>
    </li>
  )
}

function lackOf(item: CampaignGap | CampaignBlank) {
  const values = item.values?.map((field) => titleOf(field.replace('additional.', ''))).join(' or ')
  const lacking = values ? `${values} not known` : 'Not known'
  if ('people' in item)
    return { people: item.people, state: 'known', words: `${lacking}: shows “${item.reads}”` }
  const { type, empty, byDefault, reads, notWritten = 0, reason } = item
  const people = empty + byDefault
  if (people === 0)
    return { people: notWritten, state: 'written', words: `Not written: ${reason}. Shows the plain words` }
  // The items of templates have no other type.
  const own = `the page’s own ${contentWords[type as ContentType].lacking}`
  const shown = [empty > 0 && own, byDefault > 0 && `“${reads}”`].filter(Boolean).join(' or ')
  return { people, state: 'known', words: `${lacking}: shows ${shown}` }
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
    await ask('POST /v1/campaigns/:id/regenerate', { params: { id }, json: { only: 'not-written' } })
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
