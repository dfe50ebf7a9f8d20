import { useCallback } from 'preact/hooks'
import { address, changeQuery } from '../../address.ts'
import { type Campaign, fetchCampaigns } from '../../api/campaigns.ts'
import { readCampaignResults, type Summary } from '../../api/results.ts'
import { Awaited } from '../../parts/awaited.tsx'
import { Field } from '../../parts/field.tsx'
import { formatNumber, formatRoughDuration } from '../../parts/format.ts'
import { Table } from '../../parts/table.tsx'
import { useLoaded } from '../../parts/use-loaded.ts'

/** So many can be chosen, the latest ones. */
const mostOffered = 1000

/** Another campaign beside this one; which, is in the address. Nothing where there is no other that invited anybody. */
export function CompareCampaigns({ campaign, results }: { campaign: Campaign; results: Summary }) {
  const loaded = useLoaded(
    useCallback(
      (signal: AbortSignal) => fetchCampaigns({ sort: '-created', limit: mostOffered }, signal),
      [],
    ),
  )
  if (loaded.state !== 'there') return null
  const others = loaded.value.rows.filter(({ id, people }) => id !== campaign.id && people > 0)
  const chosen = others.find(({ id }) => id === address.value.query.get('with'))
  if (others.length === 0) return null
  return (
    <section class="card" aria-labelledby="compare">
      <h2 id="compare">Compare</h2>
      <Field label="Compare with">
        {(tie) => (
          <select
            {...tie}
            value={chosen?.id ?? ''}
            onChange={({ currentTarget }) => changeQuery({ with: currentTarget.value }, { replace: true })}
          >
            <option value="">Choose a campaign</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {chosen && <BesideEachOther key={chosen.id} {...{ campaign, results, chosen }} />}
    </section>
  )
}

interface BesideProps {
  campaign: Campaign
  results: Summary
  chosen: Campaign
}

function BesideEachOther({ campaign, results, chosen }: BesideProps) {
  const loaded = useLoaded(
    useCallback((signal: AbortSignal) => readCampaignResults(chosen.id, signal), [chosen.id]),
  )
  return (
    <Awaited loaded={loaded}>
      {(ofChosen) => (
        <>
          <Table
            caption={`${campaign.name} beside ${chosen.name}`}
            className="compared"
            rows={Object.keys(figures)}
            keyOf={(title) => title}
            columns={[
              { title: 'Figure', cell: (title) => title },
              { title: campaign.name, isNumber: true, cell: (title) => figures[title]?.(campaign, results) },
              {
                title: chosen.name === campaign.name ? `${chosen.name} (the other)` : chosen.name,
                isNumber: true,
                cell: (title) => figures[title]?.(chosen, ofChosen),
              },
            ]}
          />
          <p class="quiet">
            Other people at another time: this shows what happened, not why. Whether the personal pages won
            anything, a control group shows.
          </p>
        </>
      )}
    </Awaited>
  )
}

/** What is compared, by its title. */
const figures: Record<string, (campaign: Campaign, results: Summary) => string> = {
  Invited: ({ people }) => formatNumber(people),
  Came: ({ came, people }) => ofAll(came, people),
  'Reached the goal': ({ reached, people }) => ofAll(reached, people),
  Visits: (_, { visits }) => formatNumber(visits),
  'Read in a visit, on average': (_, { visits, items }) =>
    visits === 0 ? '–' : formatRoughDuration(items.reduce((sum, { ms }) => sum + ms, 0) / visits),
}

function ofAll(value: number, people: number): string {
  return people === 0 ? '–' : `${formatNumber(value)} (${formatNumber(Math.round((value / people) * 100))} %)`
}
