/** Ends of the names of mail servers of providers that offer STARTTLS at every server: one without it is not theirs. */
export const alwaysWithTls: readonly string[] = [
  '.google.com',
  '.googlemail.com',
  '.mail.protection.outlook.com',
  '.mx.microsoft',
];
