/** Estimates how much information a text has, so that common words alone never prove an origin. */

/** The least information, in bits, of a text that can come from a source: three digits, or an uncommon word of four letters. */
export const leastInformation = 9;

/** The least information of a number within a longer text: five digits. */
export const leastInformationOfNumber = 16;

/** The least information of a part of a longer text that was copied from a source, unless it is an address or a number. */
export const leastCopied = 24;

/** The fewest words of such a part. */
export const fewestCopied = 4;

/**
 * Estimates the information in a normalized word, in bits: how improbable it is that somebody who has not read a text chooses a word
 * of it. Common English words, years and round numbers carry little.
 */
export function informationOf(word: string): number {
  if (commonWords.has(word)) return 2;
  if (word.startsWith("@")) return informationOfMoment;
  const { letters, digits, significant } = countsOf(word);
  if (digits === 0) return /^\p{Ideographic}$/u.test(word) ? 6 : bitsOfLetter * word.length;
  if (digits === word.length && /^(?:19[89]|20[0-4])\d$/.test(word)) return 4;
  return bitsOfDigit * significant + (significant < digits ? 1 : 0) + bitsOfLetter * letters;
}

/** Counts the letters, the digits, and the digits without the zeros around them. */
function countsOf(word: string): { readonly letters: number; readonly digits: number; readonly significant: number } {
  let [letters, digits, leading, trailing] = [0, 0, 0, 0];
  for (const character of word) {
    const code = character.charCodeAt(0);
    if (character === "0") {
      if (leading === digits) leading++;
      digits++;
      trailing++;
    } else if ((code > 48 && code <= 57) || (code > 127 && /\p{N}/u.test(character))) {
      digits += character.length;
      trailing = 0;
    } else if ((code >= 97 && code <= 122) || (code > 127 && /\p{L}/u.test(character))) letters += character.length;
  }
  return { letters, digits, significant: Math.max(0, digits - leading - trailing) };
}

/** Whether a normalized word is one that everybody uses. */
export function isCommon(word: string): boolean {
  return commonWords.has(word);
}

/** A date or a moment: enough for a value of its own, but too little within a longer text, because many texts name the same day. */
const informationOfMoment = 12;
const bitsOfLetter = 2.3;
const bitsOfDigit = 3.3;

const commonWords: ReadonlySet<string> = new Set(
  `a about above access account across action activity add added address after again against age all also always am amount an and
  another any anyone anything app application apply are area around as ask at attached available away back balance based be because
  been before being below best better between big bill body book both bring business but buy by call can cannot card care case
  center change channel chat check city class close code com come comment comments community company complete completed confirm
  confirmed contact content continue copy cost could country course create created current customer daily data date day days dear
  default delete description design detail details did different do document documents does done down download downloads due during
  each early edit email emails end english enjoy enter error even event events every everyone everything example family few field
  file files final find first follow following for form found free friday friend friends from full further future general get give
  given go going good got great group guide had has have he hello help her here hi high him his history holiday home hope hotel hour
  hours house how however html i id if image important in include included includes index info information instead instructions into
  invite invoice is issue it item items its january february march april may june july august september october november december
  join just keep know large last late later latest learn leave let letter level life like line link links list little live local
  location log login long look looking made mail main make management many map me meet meeting meetings member members message
  messages might monday more morning most much must my name need net never new news next night no none not note notes nothing now
  null number of off office on once one online only open option or order org other others our out over overview own page paid paper
  part party password pay payment pdf people per person phone photo place plan please point post posted previous price private
  product profile program project public put question questions read ready real really receive received recent regards remaining
  remember reminder reply report request required reservation response result results return review right room said same saturday
  save say schedule scheduled search section security see select send sender sent service services set share shared she should show
  sign simple since site size small so some someone something soon special start started state status still stop store story
  student subject submit success such summary sunday support sure system take task tasks team tell test text thank thanks that the
  their them then there these they thing things think this those three through thursday time times title to today together tomorrow
  too total transaction transfer travel true false trip try tuesday two txt type under unknown until up update updated upon us use
  used user username using value very via video view visit want was way we website wednesday week welcome well were what when where
  which while who why will with within without work working world would write year years yes yesterday you your yourself`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
