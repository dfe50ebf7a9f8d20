/** What a word consists of here: its edge, letters, and a number as one sign. */
const signs = ' abcdefghijklmnopqrstuvwxyz0'

/**
 * How surprising each sign is after each other one, in bits, 9 at most: a row of 28 for each sign before. Counted in the words of this
 * project's documents and in the classes of Bootstrap and of pages with themes.
 */
const bits =
  '944345455577445548434665889769544975949635395934366895974369939865793773894474999596' +
  '549693993693479299473599989714775296939969948955868996972475366787995548683359666798' +
  '439694479288499389565497969624888296449958458945749986993379929993998673995745999678' +
  '766445549999452459543959796974777277777777735573727777772679627783997967778376999697' +
  '337952798399389389855599959833496298839965633885869888993495437394966965798436689899' +
  '556559669786442549354454799933788397649937944935459986994777777777774777777770777777' +
  '339652869496666399544678959916959399549777855895359797992486928943996784894456979699' +
  '765564959599443649333899789853799198729997967966989798992397939943998944694489979997' +
  '249493999496499939963999679617586499979956555974589799873377727775777773777574777754' +
  '2334344699996699999966994969'

/**
 * How unlikely it is that somebody wrote a name, as the mean surprise of its signs in bits: names that people give have some 3, random
 * ones 5. A change from lower to upper case begins another word, so that random case costs too.
 */
export function unlikelinessOf(name: string): number {
  const costs = wordsOf(name).flatMap(costsOf)
  return costs.reduce((sum, cost) => sum + cost, 0) / Math.max(costs.length, 1)
}

function wordsOf(name: string): string[] {
  return name
    .split(/[-_.\s]|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter(Boolean)
    .map((word) => word.toLowerCase().replace(/\d+/g, '0'))
}

function costsOf(word: string): number[] {
  const edged = [...` ${word} `].map((sign) => signs.indexOf(sign))
  return edged.slice(1).map((sign, at) => Number(bits[(edged[at] ?? 0) * signs.length + sign] ?? 9))
}
