/** A URL that holds a password: a name in front of a colon, and an at sign behind it. */
export const withUserinfo =
  /\b(?:[a-z][a-z0-9+.-]{1,20}):\/\/(?!(?:anonymous|ftp):)[^\s:@/]{0,128}:([^\s@/"']{1,256})@[a-z0-9.[-]/i;

/** A password among the parameters of an address, as JDBC and libpq take it. */
const inParameters = /^(?:jdbc:|(?!https?:)[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"']{0,512}[?&;]password=([^&;\s"']{1,256})/i;

/** Pairs of a connection string, as ADO.NET, ODBC and Azure take them. */
const inPairs =
  /^(?=[^;]{3,512};)(?:[^;]{0,512};){0,12}?\s{0,4}(?:Password|Pwd|AccountKey|SharedAccessKey)\s{0,4}=\s{0,4}(?:"([^"]{1,256})"|'([^']{1,256})'|([^;"'\s]{1,256}))/i;

/** Pairs as libpq takes them, and those of Redis behind its address. */
const inWords =
  /^(?=(?:[^=]{1,40}=\S{0,200}\s){0,8}?(?:host|hostaddr|dbname|user)\s?=)[^]{0,400}?\bpassword\s?=\s?(?:'([^']{1,256})'|([^\s'"]{1,256}))/i;
const behindAddress = /^[\w.-]{1,253}:\d{2,5},(?:[^,]{1,200},){0,12}?password=([^,\s]{1,256})/i;

/** Oracle's driver: the password follows the name behind a slash. */
const behindName = /^jdbc:oracle:\w{1,10}:[\w.-]{1,64}\/([^@\s]{1,256})@/i;

/** Go's driver of MySQL: the address of the server is in brackets. */
const beforeAddress = /^[\w.-]{1,64}:([^\s]{1,256})@(?:tcp|unix)\(/;

/** The password that an address or a connection string holds. */
export const passwordIn = (value: string): string | undefined =>
  [withUserinfo, inParameters, inPairs, beforeAddress, inWords, behindAddress, behindName]
    .map((one) =>
      one
        .exec(value)
        ?.slice(1)
        .find((group) => group !== undefined),
    )
    .find((one) => one !== undefined);

export const userOf = (url: string): string => /:\/\/([^:@/\s]{1,128}):/.exec(url)?.[1] ?? '';

/** A text as an address has it (RFC 3986 section 2.1), decoded where it can be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
