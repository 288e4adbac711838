/** One line of the reply to EHLO (RFC 5321 section 4.1.1.1): a keyword in upper case, and its parameters. */
export interface SmtpCapability {
  keyword: string;
  parameters: readonly string[];
}

const keyword = /^[a-z0-9][a-z0-9-]*$/i;

/** The capabilities in the lines of a reply to EHLO; the first line is the name of the server. */
export function capabilitiesOf(lines: readonly string[]): SmtpCapability[] {
  return lines.slice(1).flatMap((line) => {
    // "AUTH=LOGIN" stands beside "AUTH LOGIN" for clients older than the standard (RFC 4954).
    const [name = '', ...parameters] = line.trim().replace('=', ' ').split(/\s+/);
    return keyword.test(name) ? [{ keyword: name.toUpperCase(), parameters }] : [];
  });
}

/** True where a reply to EHLO offers a service extension. */
export const offers = (lines: readonly string[], wanted: string): boolean =>
  capabilitiesOf(lines).some((capability) => capability.keyword === wanted);

/** The mechanisms of AUTH in upper case (RFC 4954 section 3). */
export const authMechanismsOf = (lines: readonly string[]): string[] => [
  ...new Set(
    capabilitiesOf(lines)
      .filter((capability) => capability.keyword === 'AUTH')
      .flatMap(({ parameters }) => parameters.map((parameter) => parameter.toUpperCase())),
  ),
];

/** True where a box between client and server has replaced keywords by X, as PIX and ASA "fixup" do, so that STARTTLS cannot be used. */
export const isMasked = (lines: readonly string[]): boolean =>
  lines.slice(1).some((line) => /^X{4,}[A-D]?$/.test(line.trim()));
