/** Sites by which doctor looks where the operator names none: their certificates are public, and their names unrelated. */
export const defaultControlNames: readonly string[] = ['example.com', 'www.iana.org'];
