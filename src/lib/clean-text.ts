/**
 * Control characters that are no spaces, soft hyphens, zero-width characters and marks of writing direction. Joiners are
 * looked at on their own, and the signs of Arabic numbers are seen.
 */
const invisible = /(?![\t\n\v\f\r]|\u200c|\u200d|[\u0600-\u0605\u06dd])[\p{Cc}\p{Cf}]/gu;

/** What joiners and non-joiners are part of: emoji, and scripts whose letters change beside them. */
const joinable =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}]|[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Cleans a text that comes from outside (a cell, the clipboard, a form, a server): one line without invisible characters,
 * in the normal form NFC. Two texts that look the same are the same then.
 */
export function cleanText(text: string): string {
  // Most texts are plain ASCII.
  const visible = /^[ -~]*$/.test(text)
    ? text
    : text
        .replace(invisible, '')
        .replace(/(.)?([\u200c\u200d])/gsu, (_, before: string | undefined, joiner: string) =>
          before !== undefined && joinable.test(before) ? before + joiner : (before ?? ''),
        )
        .normalize('NFC');
  return visible.replace(/\s+/g, ' ').trim();
}

/** Decimal digits of any script as 0 to 9. */
export const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // The ten digits of a script are adjacent, from a code that ends in 0 or in 6.
    const last = code % 16;
    return String(/\p{Nd}/u.test(String.fromCodePoint(code - last)) ? last : last - 6);
  });

const quotesAndStops = '"\'“”„‘’‚«»‹›<>()[]{},;:.!';

function withoutEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && `${quotesAndStops} `.includes(text.charAt(start))) start++;
  while (end > start && `${quotesAndStops} `.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** An email address as people copy it: "Ada <mailto:ada@example.com>," is ada@example.com. */
export function cleanEmail(text: string): string {
  const typed = cleanText(text);
  if (!/["'<>()[\]{},;:!“”„‘’‚«»‹›＠．]|^\.|\.$/.test(typed)) return typed;
  const inBrackets = /<([^<>]*)>/.exec(typed)?.[1] ?? '';
  const address = withoutEdges(
    (inBrackets.includes('@') ? inBrackets : typed).replace(/[＠．]/g, (wide) => wide.normalize('NFKC')),
  );
  const bare = withoutEdges(address.replace(/^mailto:/i, ''));
  return bare.includes('@') ? bare : typed;
}

/** More digits than this in one piece are no part of a code that is written in pieces. */
const longestPiece = 4;

/**
 * A verification code as people copy it: "Your code is 424-242." is 424242. A code with letters is returned without
 * spaces.
 */
export function cleanCode(text: string): string {
  const typed = asciiDigits(cleanText(text));
  const bare = typed.replace(/\s/g, '');
  // Digits beside letters belong to a code such as "A1B2C3".
  const runs = typed.match(/[\p{L}\d]+(?:[ .–—‐-][\p{L}\d]+)*/gu) ?? [];
  const codes = runs.flatMap((run) => {
    const words: string[] = [];
    let joins = false;
    for (const piece of run.split(/[ .–—‐-]/)) {
      const isShort = piece.length <= longestPiece;
      if (!/^\d+$/.test(piece)) joins = false;
      else if (joins && isShort) words.push((words.pop() ?? '') + piece);
      else words.push(piece);
      if (/^\d+$/.test(piece)) joins = isShort;
    }
    return words;
  });
  const [longest = ''] = codes.sort((one, other) => other.length - one.length);
  return longest.length >= 4 ? longest : bare;
}

/** Digits and, before them, a plus. An extension is left out, and so is the "(0)" that is not dialled from abroad. */
export function cleanPhone(text: string): string {
  const typed = asciiDigits(cleanText(text).replace('＋', '+'));
  const extension = /\d[\s.,)]*(?:ext|x|#|;)/i.exec(typed);
  const number = extension === null ? typed : typed.slice(0, extension.index + 1);
  const hasPlus = /^[^\d+]*\+/.test(number);
  return (hasPlus ? `+${number.replace('(0)', '')}` : number).replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '');
}
