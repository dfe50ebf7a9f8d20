import type { Report } from '../../wire/event.ts'
import type { Changes, MeasuredVisit } from './changes.ts'
import { type Measured, type ReportTally, reportLetters, type TallyState } from './tally.ts'

/** How many visits decide whether a record is broken: enough to outvote one odd browser. */
const recentVisits = 5

/** Counts a visit's report instead of its previous one. */
export function applyReport(
  { measured, tally }: Changes,
  visit: MeasuredVisit,
  report: Report,
  sent: number,
): void {
  const letters = toLetters(report, measured, visit.state.began)
  if (visit.counted && letters !== visit.state.report) {
    countReport(tally, visit.state.report, -1)
    countReport(tally, letters, 1)
  }
  if (visit.counted) tally.recent = withRecent(tally.recent, visit.visit, letters)
  visit.state.report = letters
  visit.state.reportSent = sent
}

/** The visits whose first reports came last, each once. */
function withRecent(recent: TallyState['recent'], visit: string, letters: string): TallyState['recent'] {
  const at = recent.findIndex(([name]) => name === visit)
  if (at >= 0) return recent.with(at, [visit, letters])
  return [...recent, [visit, letters] satisfies [string, string]].slice(-recentVisits)
}

function countReport({ report }: TallyState, letters: string, by: 1 | -1): void {
  for (let index = 0; index < letters.length; index++) {
    const list = reportLetters.indexOf(letters.charAt(index))
    if (list < 0) continue
    while (report.length <= index) report.push([0, 0, 0, 0])
    const counts = report[index] as ReportTally
    counts[list] = (counts[list] as number) + by
  }
}

/** The letters of a report. An unknown index is ignored; one in two lists counts in the later one. */
function toLetters(report: Report, { contentItems, reportIndexes }: Measured, began: number): string {
  const shown = reportIndexes.find(({ until }) => began < until)?.content ?? []
  const letters = new Array<string>(contentItems).fill('-')
  const lists = [report.applied, report.missing, report.refused, report.contested]
  lists.forEach((list, at) => {
    for (const index of list) {
      const counted = shown[index]
      if (counted !== undefined) letters[counted] = reportLetters.charAt(at)
    }
  })
  return letters.join('')
}
