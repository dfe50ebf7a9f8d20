import type { AlertSign } from '../../../service/base/outbox/happenings.ts'

/** What an alert tells of, as the end of “Tells when”. */
export const signWords: Record<AlertSign, string> = {
  'first-visit': 'somebody visits for the first time',
  goal: 'somebody reaches the goal',
  return: 'somebody comes back',
  read: 'somebody reads something for a while',
  'page-broken': 'a page is broken',
  'campaign-complete': 'a campaign is complete',
  'deliveries-failed': 'deliveries to other programs fail',
}
