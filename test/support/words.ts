const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A word for a number, and another one for each: numbers in messages may count as what varies. */
export function toWord(number: number): string {
  const rest = Math.floor(number / LETTERS.length);
  return (rest === 0 ? '' : toWord(rest)) + (LETTERS[number % LETTERS.length] ?? '');
}
