import type { Alert, AlertBody, AlertPreview, AlertTest } from '../../service/messages/alerts/operations.ts'
import { ask } from './client.ts'

export type * from '../../service/messages/alerts/operations.ts'

export async function listAlerts(signal?: AbortSignal): Promise<Alert[]> {
  return (await ask('GET /v1/alerts', { signal })).alerts
}

export function createAlert(wanted: AlertBody, key: string): Promise<Alert> {
  return ask('POST /v1/alerts', { json: wanted, key })
}

/** Puts what is wanted in place of what an alert was. */
export function changeAlert(id: string, wanted: AlertBody): Promise<Alert> {
  return ask('PUT /v1/alerts/:id', { params: { id }, json: wanted })
}

export function deleteAlert(id: string): Promise<void> {
  return ask('DELETE /v1/alerts/:id', { params: { id } })
}

/** Sends a test now, and says what the receiver answered. */
export function testAlert(id: string): Promise<AlertTest> {
  return ask('POST /v1/alerts/:id/test', { params: { id } })
}

/** What an alert would say. */
export function previewAlert(
  wanted: Pick<AlertBody, 'when' | 'seconds'>,
  signal?: AbortSignal,
): Promise<AlertPreview> {
  return ask('POST /v1/alerts/preview', { json: wanted, signal })
}
