/** Another place where the same site is served (RFC 7838 section 3). */
export interface AlternativeService {
  /** ALPN protocol identifier. */
  protocol: string;
  /** In lower case; null: the host that was asked. */
  host: string | null;
  port: number;
}

/** protocol-id "=" alt-authority; parameters follow, and are not read. A quoted string may hold commas. */
const alternative = /(?:^|,)[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64})="([^"\\\s]{0,255}):(\d{1,5})"[ \t]*(?=$|[,;])/g;

const decoded = (identifier: string): string =>
  identifier.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The alternatives that Alt-Svc values name; malformed ones are passed over, as browsers do. */
export function parseAltSvc(values: readonly string[]): AlternativeService[] {
  return values.flatMap((value) =>
    [...value.slice(0, 4_096).matchAll(alternative)].flatMap(([, protocol = '', host = '', digits = '']) => {
      const port = Number(digits);
      if (port < 1 || port > 0xffff) return [];
      return [{ protocol: decoded(protocol), host: host === '' ? null : host.toLowerCase(), port }];
    }),
  );
}

/** HTTP/3, or one of the drafts before it (RFC 9114 section 3.1). */
export const isHttp3 = (protocol: string): boolean => /^h3(?:-\d+)?$/.test(protocol);
