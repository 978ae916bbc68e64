/** Nesting of the deepest body that is read. Exported data, the deepest that the product knows, has five levels. */
const MOST_LEVELS = 64;
/** Entries of the longest list that is read, such as the patients of one request. */
const MOST_ENTRIES = 100_000;

/** Position of the quote that ends the string starting at `start`. */
function endOfString(json: string, start: number): number {
  let end = start;
  for (;;) {
    end = json.indexOf('"', end + 1);
    if (end === -1) return json.length;
    let first = end;
    while (json[first - 1] === '\\') first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
}

/** Checks the text before it is parsed: validating millions of invalid entries would exhaust memory. */
function requireLimits(json: string): void {
  const entries: number[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (character === '"') at = endOfString(json, at);
    else if (character === '[' || character === '{') {
      if (entries.push(1) > MOST_LEVELS) {
        throw new Error(`The body is nested more than ${MOST_LEVELS} levels deep`);
      }
    } else if (character === ']' || character === '}') entries.pop();
    else if (character === ',') {
      const count = (entries.pop() ?? 0) + 1;
      if (count > MOST_ENTRIES) throw new Error(`A list in the body has more than ${MOST_ENTRIES} entries`);
      entries.push(count);
    }
  }
}

/**
 * Reads a request's JSON, whatever its content type says; an empty body is `{}`.
 *
 * @throws Error with a message for the caller, if the body is not JSON, nested too deeply or has too long a list
 */
export async function readJson(request: Request): Promise<unknown> {
  const sent = await request.text();
  if (sent === '') return {};
  requireLimits(sent);
  try {
    return JSON.parse(sent);
  } catch {
    throw new Error('The body is not JSON');
  }
}
