/** Words that name nothing, such as "the", and other words that a request may contain beside its acts and things. */

/** Words that hold a sentence together and name nothing. */
export const functionWords: ReadonlySet<string> = wordSet(
  `a about above accordingly after again against ago all almost alone along already also although always am among an and another any
  anybody anyone anything are around as at back be because been before being below besides between both but by can cannot could did
  do does doing done down during each either else enough even ever every everybody everyone everything except few for from further had
  has have having he hello help her here hers herself hey hi him himself his how however i if immediately in instead into is it its itself just
  kindly least less let let's like likely many may maybe me might mine more most much must my myself need needs neither never nevertheless
  no nobody none nor not nothing now of off often ok on once one only onto or other others otherwise our ours ourselves out over own
  per perhaps please quite rather really same shall she should since so some somebody someone something sometimes soon still such
  sure than thanks that the their theirs them themselves then there therefore these they thing things this those though through thus till to
  together too toward towards under unless until up upon us usually very want wants was we were what whatever when whenever where
  whether which while who whoever whom whose why will wish with within without would yes yet you your yours yourself`,
);

/** Whether a word holds a sentence together and names nothing. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word.replace("’", "'"));
}

/** Words before a verb that tells what somebody does, which is no request. */
export const narrators: ReadonlySet<string> = wordSet("he i it she that they we which who");

/** People by what they are to somebody. */
export const relations: ReadonlySet<string> = wordSet(
  `accountant assistant aunt boss brother child children client colleague colleagues cousin customer dad daughter doctor family
  father friend friends girlfriend boyfriend grandma grandpa husband landlady landlord lawyer manager mom mother mum neighbor neighbour
  niece nephew parents partner sister son supervisor supplier teacher team teammates tenant uncle wife`,
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
