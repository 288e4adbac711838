import { redactUrl } from '../../http/message-redact.ts';

/** Longer URLs are cut. */
const maxUrlCharacters = 2_048;

/** URL Standard section 4.4: tab, line feed and carriage return do not count, nor do controls and spaces at the ends. */
const stripped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- the standard speaks of controls
  text.replaceAll(/[\t\n\r]/g, '').replace(/^[\0-\x20]+/, '');

/** How a reference is written. */
export function writtenAs(text: string): 'absolute' | 'protocol-relative' | 'relative' {
  const start = stripped(text);
  if (/^[a-z][a-z0-9+.-]*:/i.test(start)) return 'absolute';
  return /^[\\/]{2}/.test(start) ? 'protocol-relative' : 'relative';
}

/** Whether following a reference runs script in the page. */
export const isJavascriptUrl = (text: string): boolean => /^javascript:/i.test(stripped(text));

/** Resolves a reference; null for what is no URL. */
export function resolve(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Words and numbers of versions may stand in a query; anything longer may be a key. */
const isHarmless = (value: string): boolean => /^(?:[\w.~-]{0,5}|v?\d{1,4}(?:\.\d{1,6}){0,4}|\d{1,10})$/.test(value);

const maskParameter = (parameter: string): string => {
  const equals = parameter.indexOf('=');
  const [name, value] = equals === -1 ? ['', parameter] : [parameter.slice(0, equals + 1), parameter.slice(equals + 1)];
  return isHarmless(value) ? parameter : `${name}<${value.length}-characters>`;
};

/** A URL as evidence may hold it: no user, no fragment, long values of the query replaced by their length; of data: and blob: the scheme alone. */
export function storedUrl(url: URL): string {
  if (url.protocol === 'data:' || url.protocol === 'blob:' || url.protocol === 'javascript:') return url.protocol;
  const query = url.search.slice(1);
  const masked = query === '' ? '' : `?${query.split('&').map(maskParameter).join('&')}`;
  const place = url.host === '' ? `${url.protocol}${url.pathname}` : `${url.protocol}//${url.host}${url.pathname}`;
  return redactUrl(`${place}${masked}`).slice(0, maxUrlCharacters);
}
