/** Words that names of credentials consist of; a name is shown only if it consists of such words. */
const nameWords = new Set(
  'access account admin amazon api app application auth authorization authtoken aws azure bearer broker cache cert client cloud connection consumer cookie credential credentials crypto database datasource db default deploy dev dsn elastic email encryption ftp gcp git github gitlab google hash host http https id identity jwt key keys ldap live logged login mail mailer mailgun main master memcached mongo mongodb mysql nonce npm oauth old passphrase passwd password passwords pass paypal pgpassword postgres postgresql prefix private prod production publishable pusher pw pwd queue rabbitmq redis refresh root s3 salt secret secrets secure sendgrid sentry server service session sftp sid signing site slack smtp sql spring ssh storage string stripe sync test token tokens twilio uri url user username web webhook wordpress wp'.split(
    ' ',
  ),
);

/** The words of a name in any of the usual spellings. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** A name from a file of a target, if it consists of known words alone; anything else could itself be a secret. */
export function shownName(name: string): string {
  const words = wordsOf(name);
  const isKnown = name.length <= 64 && words.length > 0 && words.every((word) => nameWords.has(word));
  return isKnown && /^[\w.:-]+$/.test(name) ? name : `<name of ${name.length} characters>`;
}

/** The mask of a value. Only its length is derived from the value: short secrets could be guessed from a hash. */
export const maskedValue = (value: string): string => `<redacted ${value.length} characters>`;

/** A setting with its value masked. */
export const maskedSetting = (name: string, value: string, between = '='): string =>
  `${shownName(name)}${between}${maskedValue(value)}`;

/**
 * A URL with user name and password masked. The host is kept where a single at sign shows where the password ends; a
 * password could otherwise reach into what looks like the host.
 */
export function maskedUrl(url: string): string {
  const {
    1: scheme = '',
    2: user = '',
    3: rest = '',
  } = /^(https?|ftps?|ssh|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?|smtps?):\/\/([^:@/\s]{0,512}):(.*)$/i.exec(
    url,
  ) ?? [];
  if (scheme === '') return maskedValue(url);
  const parts = rest.split('@');
  const host =
    parts.length === 2 ? (/^[a-z0-9.-]{1,253}(?::\d{1,5})?(?=[/\s]|$)/i.exec(parts[1] ?? '')?.[0] ?? null) : null;
  const password = parts.length === 2 ? (parts[0] ?? '') : rest;
  return `${scheme.toLowerCase()}://${maskedValue(user)}:${maskedValue(password)}@${host ?? '<host>'}`;
}
