/** The result of a text parser: always a value, and every error of the text in words. */
export interface Parsed<T> {
  value: T;
  problems: readonly string[];
}
