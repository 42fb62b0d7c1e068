/** The words of a text in lower case, without punctuation. They are safe in a text search query. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The same, with the underscores of names such as error codes. */
export const namesAndWordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

const stopWords = new Set(
  'a an and are as at be by can do does for from how i if in into is it its me my not of on or our so that the their then there this to was we what when where which who why will with you your'.split(
    ' ',
  ),
);

/** Its words without those that are in any text. */
export const meaningfulWordsOf = (text: string): string[] => wordsOf(text).filter((word) => !stopWords.has(word));

const vagueWords = new Set(
  'about after again all almost already also always another any anything because been before being best better both could different does doing done each else ever every everything few get gets getting give go good got had has have having help here him his however instead just know keep let like look made make makes making many may me mean means might more most much must need needs never new nothing now off often once one only other others out over own please possible put really right same see she should show so some someone something sometimes somewhere still such sure take tell than them these they thing things those through too try trying two under until up upon us used uses using very via want wants was way were while whole whose without won work works working would yet you t s re ve ll don doesn isn aren cannot can did happen happens happened existing involving postgres postgresql sql database basechart supabase'.split(
    ' ',
  ),
);

/** Whether a word says little about the subject of a question, although few sections may have it. */
export const isVague = (word: string): boolean => vagueWords.has(word);
