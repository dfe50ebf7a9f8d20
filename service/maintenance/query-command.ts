import { type Command, readArguments } from '../base/commands/command.ts'
import { queryReport } from '../base/database/report.ts'
import { toCsvRow } from '../base/words/csv-cell.ts'

export const queryCommand: Command = {
  name: 'query',
  usage: 'SQL',
  summary: 'asks the views of the schema report, and prints the answer as CSV',
  help: {
    options: { SQL: 'one SELECT, in quotation marks' },
    examples: ['query "select * from report.days order by day desc limit 7"'],
    notes: ['The views are records, visits, events, days, people and campaigns: see docs/data.md.'],
  },
  needsDatabase: true,
  prepare(args) {
    const { SQL = '' } = readArguments(args, { positions: ['SQL'] })
    return async ({ rooms, out, err }) => {
      const { columns, rows } = await queryReport(rooms.db, SQL)
      if (rows.length === 0) {
        err('no rows\n')
        return 0
      }
      for (const cells of [columns, ...rows.map((row) => columns.map((column) => toCell(row[column])))])
        out(toCsvRow(cells, { end: '\n', keepsNumbers: true }))
      return 0
    }
  },
}

function toCell(value: unknown): string {
  return value instanceof Date ? value.toISOString() : value === null ? '' : String(value)
}
