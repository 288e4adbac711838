/** What a text parser made of its input: always a value, and in words whatever was wrong with the text. */
export interface Parsed<T> {
  value: T;
  problems: readonly string[];
}
