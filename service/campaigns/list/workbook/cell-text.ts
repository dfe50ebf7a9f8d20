/** How a number is shown, as far as it says more than the number itself: see `meaningOfFormat`. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date'; hasDate: boolean; hasTime: boolean }
  | { kind: 'zeros'; digits: number }
  | { kind: 'percent' }

export const plainFormat: NumberFormat = { kind: 'plain' }

/** The formats that a workbook does not write down: ECMA-376 part 1, 18.8.30, those of East Asia included. */
const builtInDates = [...range(14, 22), ...range(27, 36), ...range(45, 47), ...range(50, 58)]
const builtInTimes = [...range(18, 21), ...range(32, 35), ...range(45, 47)]
const builtInPercents = [9, 10]

/**
 * What a number format makes of a number. `code` is the format as the workbook writes it, in the letters of American
 * Excel whatever the program's language; undefined for a built-in one.
 *
 * @example
 * meaningOfFormat(164, 'dd/mm/yyyy') // { kind: 'date', hasDate: true, hasTime: false }
 * meaningOfFormat(165, '00000') // { kind: 'zeros', digits: 5 }
 */
export function meaningOfFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return meaningOfBuiltIn(id)
  const [positive = ''] = code.split(';')
  if (/^0{2,}$/.test(positive)) return { kind: 'zeros', digits: positive.length }
  const isElapsed = /\[(h+|m+|s+)\]/i.test(positive)
  // Without quoted texts, escaped and filling letters, colours, currencies and conditions.
  const letters = positive.replace(/"[^"]*"|\\.|[_*].|\[[^[\]]*\]/g, '')
  if (/^(general|standard)$/i.test(letters.trim())) return plainFormat
  if (/%/.test(letters)) return { kind: 'percent' }
  const hasTime = isElapsed || /[hs]/i.test(letters)
  const hasDate = /[yd]/i.test(letters) || (/m/i.test(letters) && !hasTime)
  return hasDate || hasTime ? { kind: 'date', hasDate, hasTime } : plainFormat
}

function meaningOfBuiltIn(id: number): NumberFormat {
  if (builtInPercents.includes(id)) return { kind: 'percent' }
  if (!builtInDates.includes(id)) return plainFormat
  const isTime = builtInTimes.includes(id)
  return { kind: 'date', hasDate: !isTime, hasTime: isTime || id === 22 }
}

/**
 * The text of a number as a person would type it: all digits of an integer, as an id has them; otherwise the 15 digits that
 * Excel has. A date is `2026-11-25`, with its time `2026-11-25 14:30`.
 *
 * @param raw as it stands in the sheet, such as `1.5E+3`
 * @param from1904 whether days are counted as on old Macintoshes
 */
export function textOfNumber(raw: string, format: NumberFormat, from1904: boolean): string {
  const text = raw.trim()
  const value = Number(text)
  if (text === '' || !Number.isFinite(value)) return text
  if (format.kind === 'date') return textOfDate(value, format, from1904) ?? plainNumber(text, value)
  if (format.kind === 'percent') return `${plainNumber('', value * 100)}%`
  if (format.kind === 'zeros' && /^\d+$/.test(text)) return text.padStart(format.digits, '0')
  return plainNumber(text, value)
}

function plainNumber(text: string, value: number): string {
  if (/^-?\d+$/.test(text)) return text
  const rounded = Number(value.toPrecision(15))
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? rounded.toFixed(0) : String(rounded)
}

const dayMs = 86_400_000
/** The day before the first one. Excel believes in a 29 February 1900, so days before March 1900 are one off. */
const day0 = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }
const falseDay = 60
/** 31 December 9999, after which Excel shows no dates. */
const lastDay = 2_958_466

function textOfDate(
  days: number,
  { hasDate, hasTime }: { hasDate: boolean; hasTime: boolean },
  from1904: boolean,
): string | undefined {
  if (days < 0 || days >= lastDay) return undefined
  const shifted = !from1904 && days < falseDay ? days + 1 : days
  const seconds = Math.round((shifted * dayMs) / 1000)
  const date = new Date((from1904 ? day0[1904] : day0[1900]) + seconds * 1000)
  if (Number.isNaN(date.getTime())) return undefined
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  const short = time.replace(/:00$/, '')
  if (!hasDate) return short
  return hasTime ? `${day} ${short}` : day
}

/** The text of a string, in which what XML cannot have is written as `_x000D_`: ECMA-376 part 1, 22.9.2.19. */
export function textOfString(raw: string): string {
  const text = raw.includes('_x')
    ? raw.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : raw
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
