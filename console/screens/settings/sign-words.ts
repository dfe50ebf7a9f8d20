import type { AlertSign } from '../../../service/base/outbox/happenings.ts'

/** What an alert tells of, as the end of “Tells when”. */
export const signWords: Record<AlertSign, string> = {
  goal: 'somebody reaches the goal',
  return: 'somebody comes again',
  read: 'somebody reads for long',
  'page-broken': 'a page is broken',
  'campaign-complete': 'a campaign is complete',
  'deliveries-failed': 'deliveries to other programs fail',
}
