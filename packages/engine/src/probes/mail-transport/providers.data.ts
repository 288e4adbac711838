/** Host name suffixes of providers that offer STARTTLS on every server: without it, the answer is not theirs. */
export const alwaysWithTls: readonly string[] = [
  '.google.com',
  '.googlemail.com',
  '.mail.protection.outlook.com',
  '.mx.microsoft',
];
