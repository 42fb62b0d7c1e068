/** Words of docs/language.md that have no place in the product, each with what to write instead. */

/** Words that hide who acts, or that a reader cannot search for. */
const avoidedWords: Readonly<Record<string, string>> = {
  whoever: 'the user, the caller or another subject',
  nobody: 'the subject that is missing, such as "no user" or "no listener"',
  somebody: 'the user, the caller or another subject',
  anew: '"again"',
  'of its own': '"its own" or "a separate"',
  'by itself': '"automatically"',
  'for good': '"permanently"',
};
/** Wordings that also have no place in a text that a user reads. */
const avoidedTexts: Readonly<Record<string, string>> = {
  ...avoidedWords,
  everybody: 'the users',
  'those who': 'the users, the members or another subject',
  'could not be': '"Could not …", with the verb: "Could not create the project"',
  'cannot be made': '"cannot be created"',
  'out of reach': '"unreachable"',
  'goes on': '"continues"',
  'go on': '"continue"',
  'goes along': '"is included"',
  'go along': '"are included"',
  'asked again': '"retrying"',
  'being asked': '"is checked" or "is requested"',
  'tried again': '"retrying"',
  'broke off': '"was interrupted"',
  'takes away': '"deletes"',
  'takes something away': '"permanently deletes"',
  'any program': '"any app" or "any client"',
  'other programs': '"other clients"',
  'from a program': '"from an app"',
  'keys along': '"API keys"',
  'switched off': '"turned off" or "disabled"',
  'switched on': '"turned on" or "enabled"',
  'is kept': '"is saved", "is preserved" or "stays"',
  'are kept': '"are saved", "are preserved" or "stay"',
  'was kept': '"was saved"',
  'as it is': '"unchanged"',
  'of yours': '"your"',
  'of your own': '"your own"',
  'belong together': '"match" or "are related"',
  'may know': '"can see"',
  'leads there': '"goes there"',
  'cannot be said': '"is unknown"',
  'does not work without': '"required for"',
  'as it should': '"as expected"',
  'as they should': '"as expected"',
  behaviour: '"behavior"',
  colour: '"color"',
  licence: '"license"',
  neighbour: '"neighbor"',
  neighbours: '"neighbors"',
  unrecognised: '"unrecognized"',
};

/** A home that opens "as soon as it is ready" is not an "as it is". */
const patternOf = (wording: string): string =>
  (wording === 'as it is' ? `(?<!soon )${wording}` : wording).replaceAll(' ', String.raw`\s+`);

/** Finds the first avoided wording of a text and returns it as a message, or null. A word in code marks is a name. */
function finder(wordings: Readonly<Record<string, string>>): (text: string) => string | null {
  const avoided = new RegExp(String.raw`\b(?:${Object.keys(wordings).map(patternOf).join('|')})\b`, 'i');
  return (text) => {
    const found = avoided.exec(text.replaceAll(/`[^`]*`/g, ''))?.[0].replaceAll(/\s+/g, ' ');
    return found === undefined ? null : `Write ${wordings[found.toLowerCase()]} instead of "${found}".`;
  };
}

export const avoidedIn = finder(avoidedWords);
export const avoidedInText = finder(avoidedTexts);

/** The prose of a document: without code, and without the search terms of a guide, which are words of its readers. */
export const proseOf = (markdown: string): string =>
  markdown.replaceAll(/^```[\s\S]*?^```|<!--[\s\S]*?-->/gm, '').replaceAll(/`[^`]*`/g, '');
