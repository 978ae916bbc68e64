/**
 * Invisible characters: control characters other than white space, soft hyphens, zero-width characters and marks of
 * writing direction. Not joiners, which are checked separately, nor the visible signs of Arabic numbers.
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

/** Cleans each line of a text. */
export const cleanLines = (text: string): string =>
  text
    .split(/\r\n?|\n/)
    .map(cleanText)
    .join('\n');

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
/** More digits than this are a phone number beside the code. */
const longestCode = 8;
const dates = /(?<!\d)(?:\d{4}[.–-]\d\d?[.–-]\d\d?|\d\d?[.–-]\d\d?[.–-]\d{4})(?!\d)/g;

/**
 * A verification code as people copy it: "Your code is 424-242." is 424242. A code with letters is returned without
 * spaces.
 */
export function cleanCode(text: string): string {
  const typed = asciiDigits(cleanText(text));
  const bare = typed.replace(/\s/g, '');
  // Digits beside letters belong to a code such as "A1B2C3".
  const runs = typed.replace(dates, '').match(/[\p{L}\d]+(?:[ .–—‐-][\p{L}\d]+)*/gu) ?? [];
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
    return words.filter(({ length }) => length <= longestCode);
  });
  const [longest = ''] = codes.sort((one, other) => other.length - one.length);
  return longest.length >= 4 ? longest : bare;
}

/**
 * A phone number as people copy it, in the form that they gave it: "tel:+44 (0)20 7946 0958;ext=5" is +44 20 7946 0958.
 * Text before the number, the "(0)" that is not dialled from abroad, and an extension are left out. A text with
 * other words is returned as it is.
 */
export function cleanPhone(text: string): string {
  return withoutPrefixes(plainDigits(text).replace(extension, '$1'));
}

/** The characters of a phone number that count for its length (§Notes "Sign-up and sessions"). */
const dialled = (phone: string): string => phone.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '');

/** A phone number without spaces and punctuation. */
export const dialledPhone = (text: string): string => dialled(cleanPhone(text));

/**
 * A phone number while it is typed: the beginning of what may become an extension or a "(0)" stays until the user leaves the
 * field, so that its digits don't become digits of the number.
 */
export function dialledSoFar(text: string): string {
  const typed = plainDigits(text);
  const tail = extension.exec(typed)?.[0].slice(1) ?? /^[^\d]*\+[\d\s]*(\(0?)$/.exec(typed)?.[1] ?? '';
  return dialledPhone(typed.slice(0, typed.length - tail.length)) + tail.replace(/\s/g, '');
}

const plainDigits = (text: string): string => asciiDigits(cleanText(text).replaceAll('＋', '+'));

/** An extension, and the last digit of the number before it. */
const extension = /(\d)[\s.,)]{0,3}(?:ext|x|#|;).*/i;

const withoutPrefixes = (number: string): string =>
  number
    .slice(Math.max(0, number.search(/\+?[\s(]{0,3}\d/)))
    .trim()
    .replace(/^\+[\s(]*(\d+)\)/, '+$1')
    .replace(/^(\+[^(]{0,8})\(0\)\s*/, (_, country: string) => `${country.trimEnd()} `);
