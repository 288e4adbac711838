const mnemonics: Readonly<Record<number, string>> = {
  0: 'NOERROR',
  1: 'FORMERR',
  2: 'SERVFAIL',
  3: 'NXDOMAIN',
  4: 'NOTIMP',
  5: 'REFUSED',
  9: 'NOTAUTH',
  16: 'BADVERS',
  23: 'BADCOOKIE',
};

/** The mnemonic of a response code (IANA registry "DNS RCODEs"), or its number. */
export const rcodeText = (rcode: number): string => mnemonics[rcode] ?? `RCODE ${rcode}`;
