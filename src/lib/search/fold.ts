/** Letters that Unicode does not decompose into a plain letter and a mark. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/** Lower case without accents: texts that are compared, such as names, are compared in this form. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most texts are plain ASCII.
  if (/^[ -~\n]*$/.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[æđðħıłøœßþ]/g, (letter) => plainLetters[letter] ?? letter);
}
