import { useRef, useState } from 'preact/hooks'
import { type Campaign, type ListTally, sendList } from '../../api/campaigns.ts'
import { Failed } from '../../parts/awaited.tsx'
import { useDraft } from '../../parts/drafts.ts'
import { count, formatNumber } from '../../parts/format.ts'
import { useAction } from '../../parts/use-action.ts'
import { groupsWords } from './control-group.tsx'
import { ListChooser } from './list-chooser.tsx'
import type { ChosenList } from './list-preview.tsx'
import { SendingProgress } from './sending-progress.tsx'

interface AddPeopleProps {
  campaign: Campaign
  onAdded: () => void
}

/** Adds a list to a campaign. It is open at once if the campaign is empty. Nobody is added twice. */
export function AddPeople({ campaign: { id, people }, onAdded }: AddPeopleProps) {
  const { value: list, keep, drop } = useDraft<ChosenList>(`people ${id}`)
  const latest = useRef(list)
  latest.current = list
  const [isOpenAtFirst] = useState(list !== undefined || people === 0)
  const [taken, setTaken] = useState<ListTally>()
  const add = useAction(async (_key: string, chosen: ChosenList) => {
    setTaken(await sendList(id, chosen.content, chosen))
    // The next one may have been chosen while this one was sent.
    if (latest.current === chosen) drop()
    onAdded()
  })
  return (
    <details id="add" open={isOpenAtFirst}>
      <summary>Add people</summary>
      <div class="stack">
        <ListChooser chosen={list} onChoose={(chosen) => (chosen ? keep(chosen) : drop())} />
        {add.isRunning && <SendingProgress id={id} />}
        {add.failure && <Failed failure={add.failure} onTryAgain={add.tryAgain} />}
        <div class="buttons">
          <button
            type="button"
            class="primary"
            disabled={!list || add.isRunning}
            onClick={() => list && add.run(list)}
          >
            {add.isRunning ? 'Adding…' : 'Add'}
          </button>
          <span role="status">{taken && said(taken)}</span>
        </div>
      </div>
    </details>
  )
}

function said(tally: ListTally): string {
  const { lines, people, problems, ...of } = tally
  const again = lines - people - problems
  const outcome = `${formatNumber(of.new)} new, ${formatNumber(of.changed)} updated, ${formatNumber(of.same)} unchanged`
  const twice = again > 0 ? ` ${count(again, 'duplicate')} merged.` : ''
  const unusable = problems > 0 ? ` ${count(problems, 'line')} could not be used: see Problems.` : ''
  return `${count(lines, 'line')} read, ${count(people, 'person', 'people')} in them: ${outcome}.${twice}${unusable} ${groupsWords(tally)}`
}
