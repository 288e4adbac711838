/** Default control names of doctor: unrelated sites with public certificates. */
export const defaultControlNames: readonly string[] = ['example.com', 'www.iana.org'];
