/** Any page may read these, whatever isolation it asks of itself, and time them. */
const openToAll = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Timing-Allow-Origin': '*',
  'X-Content-Type-Options': 'nosniff',
}

/** Of a record. */
export const recordHeaders = {
  ...openToAll,
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=60, stale-while-revalidate=600',
}

/** Of a built file. */
export const fileHeaders = {
  ...openToAll,
  'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
}

/** Of what is not answered now. */
export const refusedHeaders = { ...openToAll, 'Cache-Control': 'no-store' }

/** A record may come into being any moment: a 404 is believed for a few seconds only. */
export const missingHeaders = { ...openToAll, 'Cache-Control': 'public, max-age=5' }
