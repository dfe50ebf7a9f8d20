import { answer, idOf, operationsOf, read, remove, write } from '../base/http/schemas/operation.ts'
import { ShownWebhook, WebhookBody, WebhookList, WebhookTest } from './webhook-schemas.ts'

const params = { id: idOf('webhook') }

/** The operations on webhooks. */
export const webhookOperations = operationsOf('Webhook', {
  createWebhook: write({
    path: '/webhooks',
    role: 'admin',
    summary: 'Create webhook; its secret is shown this once',
    body: WebhookBody,
    answers: answer(ShownWebhook, 'Its id, and its secret, which is shown once'),
    errors: [40005],
  }),
  listWebhooks: read({
    path: '/webhooks',
    role: 'admin',
    summary: 'List webhooks with their state and latest deliveries',
    answers: answer(WebhookList, 'All of them'),
  }),
  deleteWebhook: remove({
    path: '/webhooks/:id',
    role: 'admin',
    summary: 'Delete webhook, with all that it was to be told',
    params,
  }),
  testWebhook: write({
    status: 202,
    path: '/webhooks/:id/test',
    role: 'admin',
    summary: 'Send a webhook a test, once; it is listed among its deliveries',
    params,
    answers: answer(WebhookTest, 'The test is on its way'),
  }),
})
