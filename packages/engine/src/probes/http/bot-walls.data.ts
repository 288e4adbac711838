/** What gives a challenge or block page away: a header with a value, or words of its text, on given status codes. */
export interface BotWallMark {
  /** Null where walls of many vendors have the mark. */
  vendor: string | null;
  /** Status codes on which the mark counts; empty: any. */
  statuses: readonly number[];
  /** Header name in lower case, and what its value must contain, in lower case. */
  header?: readonly [name: string, contains: string];
  /** Words of the page, in lower case. */
  text?: string;
}

/** Marks of well-known walls; each was chosen so that an ordinary page of a site behind the same vendor does not have it. */
export const botWallMarks: readonly BotWallMark[] = [
  { vendor: 'Cloudflare', statuses: [], header: ['cf-mitigated', 'challenge'] },
  { vendor: 'Cloudflare', statuses: [403, 429, 503], text: '<title>just a moment...' },
  { vendor: 'Cloudflare', statuses: [403, 429, 503], text: '<title>attention required! | cloudflare' },
  { vendor: 'Cloudflare', statuses: [403, 429, 503], text: '/cdn-cgi/challenge-platform/' },
  { vendor: 'AWS WAF', statuses: [], header: ['x-amzn-waf-action', 'challenge'] },
  { vendor: 'AWS WAF', statuses: [], header: ['x-amzn-waf-action', 'captcha'] },
  { vendor: 'DataDome', statuses: [401, 403, 405, 429], header: ['x-datadome', ''] },
  { vendor: 'DataDome', statuses: [401, 403, 405, 429], text: 'captcha-delivery.com' },
  { vendor: 'HUMAN', statuses: [403, 429], text: 'px-captcha' },
  { vendor: 'Imperva', statuses: [], text: '_incapsula_resource' },
  { vendor: 'Akamai', statuses: [403], header: ['server', 'akamaighost'] },
  { vendor: 'Akamai', statuses: [403, 429], text: 'errors.edgesuite.net' },
  { vendor: 'Sucuri', statuses: [], header: ['x-sucuri-block', ''] },
  { vendor: 'Sucuri', statuses: [403], text: 'sucuri website firewall' },
  { vendor: 'DDoS-Guard', statuses: [403, 429, 503], header: ['server', 'ddos-guard'] },
  { vendor: 'Vercel', statuses: [], header: ['x-vercel-mitigated', ''] },
  { vendor: 'Kasada', statuses: [403, 429], header: ['x-kpsdk-ct', ''] },
  { vendor: 'F5', statuses: [], text: 'the requested url was rejected. please consult with your administrator' },
  { vendor: 'Anubis', statuses: [], text: "<title>making sure you're not a bot!" },
  { vendor: 'reCAPTCHA', statuses: [403, 429, 503], text: 'www.google.com/recaptcha/' },
  { vendor: 'hCaptcha', statuses: [403, 429, 503], text: 'hcaptcha.com/' },
  { vendor: 'Turnstile', statuses: [403, 429, 503], text: 'challenges.cloudflare.com/turnstile' },
  { vendor: null, statuses: [403, 429, 503], text: 'captcha' },
  { vendor: null, statuses: [403, 429, 503], text: 'verify you are human' },
];
