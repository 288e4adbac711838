const ascii = new TextEncoder();

/** A minimal request for a site's first page. */
export const requestFor = (host: string, userAgent: string): Uint8Array =>
  ascii.encode(
    `GET / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
  );

/** With MAC and padding it stays below the 256 bytes that padding can fill. */
const maxShortBytes = 180;

/** An HTTP/1.0 request, without Host where it would be too long. */
export function shortRequestFor(host: string, userAgent: string): Uint8Array {
  const request = (fields: string): Uint8Array => ascii.encode(`GET / HTTP/1.0\r\n${fields}\r\n`);
  const whole = request(`Host: ${host}\r\nUser-Agent: ${userAgent}\r\n`);
  if (whole.length <= maxShortBytes) return whole;
  const hostless = request(`User-Agent: ${userAgent}\r\n`);
  return hostless.length <= maxShortBytes ? hostless : request('');
}

const statusLine = /^HTTP\/1\.[01] (\d{3})/;

/** The status of an answer that begins with these bytes, or null. */
export function statusIn(answer: Uint8Array): number | null {
  const [, status] = statusLine.exec(String.fromCharCode(...answer.subarray(0, 16))) ?? [];
  return status === undefined ? null : Number(status);
}
