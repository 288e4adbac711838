/** One character over and over, rows of them, or the alphabet in order: nobody draws that. */
export const isFiller = (value: string): boolean =>
  /^(.)\1{2,}$/.test(value) ||
  /x{4}|[*\u2022]{3}|0{8}|\.{3}$/i.test(value) ||
  (value.length >= 12 && new Set(value).size < 5) ||
  (value.length >= 16 && /1234567890|0123456789|abcdefghijklmnopqrst|deadbeef/i.test(value));
