/**
 * Whether one insertion, deletion, substitution or transposition at most turns `typed` into `word`, or into its
 * beginning if `typed` is unfinished.
 */
export function isWithinOneEdit(typed: string, word: string, isUnfinished = false): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at += 1;
  if (at === typed.length) return isUnfinished || word.length <= typed.length + 1;
  const continues = (typedFrom: number, wordFrom: number): boolean => {
    const rest = typed.slice(typedFrom);
    return isUnfinished ? word.startsWith(rest, wordFrom) : word.slice(wordFrom) === rest;
  };
  return (
    continues(at + 1, at + 1) ||
    continues(at + 1, at) ||
    continues(at, at + 1) ||
    (typed[at] === word[at + 1] && typed[at + 1] === word[at] && continues(at + 2, at + 2))
  );
}
