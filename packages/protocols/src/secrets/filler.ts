/** Whether a value goes on as it began, in steps of these at most. */
const repeats = (value: string, longest: number): boolean =>
  Array.from({ length: longest }, (_, index) => value.slice(index + 1)).some((rest) => value.startsWith(rest));

/** One character over and over, rows of them, the same few again and again, or the alphabet in order: never random. */
export const isFiller = (value: string): boolean =>
  /^(.)\1{2,}$/.test(value) ||
  /x{4}|X{4}|[*\u2022]{3}|0{8}|\.{3}$/.test(value) ||
  (value.length >= 12 && new Set(value).size < 5) ||
  (value.length >= 16 && (/1234567890|0123456789|abcdefghijklmnopqrst|deadbeef/i.test(value) || repeats(value, 8)));

/**
 * The letters that most often follow a letter in English: together four fifths of the pairs in its words, as counted over those
 * of documentation, and a fifth of all pairs.
 */
const followers = new Map(
  (
    'abcdgilmnprst baelo caehiklort daeio eacdefglmnprstvx feio geir haeio iacdefglmnorstvz ke laeiloy maeiop nacdegiost ' +
    'ocdlmnoprstuw paeiloprt raeimost sacehiopstu taehiorsty ulnrst vaei we'
  )
    .split(' ')
    .map((one) => [one.charAt(0), one.slice(1)]),
);

/** Pairs as words and alphabets have them; a capital behind a small letter begins something new. */
const isUsual = (pair: string): boolean =>
  [0, 1].includes(pair.charCodeAt(1) - pair.charCodeAt(0)) ||
  (!/[a-z][A-Z]/.test(pair) &&
    followers.get(pair.charAt(0).toLowerCase())?.includes(pair.charAt(1).toLowerCase()) === true);

/** Small letters alone, or with capitals that each begin a word: one random text of 20 characters in ten thousand is so. */
const isNames = (body: string): boolean => /^[A-Z]?[a-z](?:[a-z]|[-_.]?[A-Z][a-z]|[-_.][a-z])*$/.test(body);

/**
 * Whether the body of a key is random. In words, more than half of the pairs are usual ones: one random text of 20
 * letters and digits in ten thousand has as many. Where each fourth character parts two pieces, it is a list of short ones.
 */
export function isRandom(body: string): boolean {
  const parted = body.match(/[^A-Za-z0-9]/g)?.length ?? 0;
  const pairs = Array.from({ length: body.length - 1 }, (_, at) => body.slice(at, at + 2)).filter((pair) =>
    /^[A-Za-z0-9]{2}$/.test(pair),
  );
  return (
    !isFiller(body) && !isNames(body) && parted * 4 < body.length && pairs.filter(isUsual).length * 2 < pairs.length
  );
}
