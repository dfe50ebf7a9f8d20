import { motif } from '../../support/motif.ts'

/** Every row of every table, as `table: JSON`, asked beside a running service. */
export async function dump(environment: Record<string, string>): Promise<string[]> {
  const tables = await ask(
    environment,
    `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
      AND NOT relispartition ORDER BY relname`,
  )
  const rows = tables.map((name) => `SELECT '${name}: ' || row_to_json(t)::text FROM public.${name} t`)
  return ask(environment, rows.join(' UNION ALL '))
}

/** The only column of an answer. Its cells have no line ends. */
async function ask(environment: Record<string, string>, query: string): Promise<string[]> {
  const { code, stdout, stderr } = await motif(['query', query], environment)
  if (code !== 0) throw new Error(stderr)
  const [, ...lines] = stdout.trimEnd().split('\n')
  return lines.map((line) => (line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line))
}

/** The rows of `dump` in which one of the texts is. */
export async function rowsWith(environment: Record<string, string>, ...texts: string[]): Promise<string[]> {
  return (await dump(environment)).filter((row) => texts.some((text) => row.includes(text)))
}
