const ascii = new TextEncoder();

/** The plainest request for a site's first page. */
export const requestFor = (host: string, userAgent: string): Uint8Array =>
  ascii.encode(
    `GET / HTTP/1.1\r\nHost: ${host}\r\nUser-Agent: ${userAgent}\r\nAccept: */*\r\nConnection: close\r\n\r\n`,
  );

const statusLine = /^HTTP\/1\.[01] (\d{3})/;

/** The status of an answer that begins with these bytes, or null. */
export function statusIn(answer: Uint8Array): number | null {
  const [, status] = statusLine.exec(String.fromCharCode(...answer.subarray(0, 16))) ?? [];
  return status === undefined ? null : Number(status);
}
