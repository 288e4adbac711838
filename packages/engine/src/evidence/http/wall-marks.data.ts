/** What gives a challenge or block page away: a header with a value, or words of its text, on given status codes. */
export interface WallMark {
  /** Null where walls of many vendors have the mark. */
  vendor: string | null;
  /** A page that lets visitors pass after a test, one that turns them away, or one that wants a client certificate. */
  kind: 'challenge' | 'blocked' | 'client-certificate';
  /** Status codes on which the mark counts; empty: any. */
  statuses: readonly number[];
  /** Header name in lower case, and what its value must contain, in lower case. */
  header?: readonly [name: string, contains: string];
  /** Words of the page, in lower case. */
  text?: string;
  /** Further words, all of them, and words of which one stands in the page. */
  texts?: readonly string[];
  anyOf?: readonly string[];
  /** What the whole page does, where no words of it give it away. */
  structure?: string;
}

/** A document that only sets a cookie by script and asks for the page again. */
export const scriptChallenge: WallMark = {
  vendor: null,
  kind: 'challenge',
  statuses: [],
  structure: 'a script that sets a cookie and requests the page again',
};

/** By what a page of a wall lets its operator find the request again. */
const incidents: readonly string[] = [
  'reference #',
  'reference&#32;#',
  'reference id',
  'reference number',
  'incident id',
  'incident number',
  'support id',
  'event id',
  'ray id',
  'request id',
  'attack id',
  'block id',
  'error reference',
];

/** Walls answer with 200 too. */
const anyAnswer: readonly number[] = [200, 202, 403, 405, 406, 429, 503];

/** Marks of well-known walls; each was chosen so that an ordinary page of a site behind the same vendor does not have it. */
export const wallMarks: readonly WallMark[] = [
  { vendor: 'Cloudflare', kind: 'challenge', statuses: [], header: ['cf-mitigated', 'challenge'] },
  { vendor: 'Cloudflare', kind: 'challenge', statuses: [200, 403, 429, 503], text: '<title>just a moment...' },
  { vendor: 'Cloudflare', kind: 'blocked', statuses: anyAnswer, text: '<title>attention required! | cloudflare' },
  { vendor: 'Cloudflare', kind: 'challenge', statuses: [403, 429, 503], text: '/cdn-cgi/challenge-platform/' },
  { vendor: 'AWS WAF', kind: 'challenge', statuses: [], header: ['x-amzn-waf-action', 'challenge'] },
  { vendor: 'AWS WAF', kind: 'challenge', statuses: [], header: ['x-amzn-waf-action', 'captcha'] },
  { vendor: 'DataDome', kind: 'challenge', statuses: [401, 403, 405, 429], header: ['x-datadome', ''] },
  { vendor: 'DataDome', kind: 'challenge', statuses: [200, 401, 403, 405, 429], text: 'captcha-delivery.com' },
  { vendor: 'HUMAN', kind: 'challenge', statuses: [200, 403, 429], text: 'px-captcha' },
  { vendor: 'Imperva', kind: 'challenge', statuses: [], text: '_incapsula_resource' },
  { vendor: 'Imperva', kind: 'challenge', statuses: [200, 403, 405, 429, 503], text: '<title>pardon our interruption' },
  { vendor: 'Akamai', kind: 'blocked', statuses: [403], header: ['server', 'akamaighost'] },
  { vendor: 'Akamai', kind: 'blocked', statuses: anyAnswer, text: 'errors.edgesuite.net' },
  {
    vendor: 'Akamai',
    kind: 'blocked',
    statuses: anyAnswer,
    text: "you don't have permission to access",
    texts: ['access denied', 'reference'],
  },
  { vendor: 'Sucuri', kind: 'blocked', statuses: [], header: ['x-sucuri-block', ''] },
  { vendor: 'Sucuri', kind: 'blocked', statuses: anyAnswer, text: 'sucuri website firewall', texts: ['access denied'] },
  { vendor: 'Fortinet', kind: 'blocked', statuses: anyAnswer, text: 'web page blocked', anyOf: incidents },
  { vendor: 'DDoS-Guard', kind: 'blocked', statuses: [403, 429, 503], header: ['server', 'ddos-guard'] },
  { vendor: 'Vercel', kind: 'challenge', statuses: [], header: ['x-vercel-mitigated', ''] },
  { vendor: 'Kasada', kind: 'challenge', statuses: [403, 429], header: ['x-kpsdk-ct', ''] },
  {
    vendor: 'F5',
    kind: 'blocked',
    statuses: [],
    text: 'the requested url was rejected. please consult with your administrator',
  },
  { vendor: 'Anubis', kind: 'challenge', statuses: [], text: "<title>making sure you're not a bot!" },
  { vendor: 'reCAPTCHA', kind: 'challenge', statuses: [403, 429, 503], text: 'www.google.com/recaptcha/' },
  { vendor: 'hCaptcha', kind: 'challenge', statuses: [403, 429, 503], text: 'hcaptcha.com/' },
  { vendor: 'Turnstile', kind: 'challenge', statuses: [403, 429, 503], text: 'challenges.cloudflare.com/turnstile' },
  ...['access denied', 'access blocked', 'request blocked', 'request rejected', 'forbidden', 'blocked'].map(
    (title): WallMark => ({
      vendor: null,
      kind: 'blocked',
      statuses: [200, 202],
      text: `<title>${title}`,
      anyOf: incidents,
    }),
  ),
  { vendor: null, kind: 'challenge', statuses: [403, 429, 503], text: 'captcha' },
  { vendor: null, kind: 'challenge', statuses: [403, 429, 503], text: 'verify you are human' },
  { vendor: null, kind: 'client-certificate', statuses: [400, 403], text: 'no required ssl certificate was sent' },
  { vendor: null, kind: 'client-certificate', statuses: [403], text: '403.7 - forbidden: client certificate required' },
];
