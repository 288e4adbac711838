import type { ModuleClaims } from './claim.ts';

const claim = (on: string, shows: RegExp, notOn: string | null = 'good.lab') => ({ on, shows, notOn });
const allowed = (value: string): RegExp => new RegExp(`^Access-Control-Allow-Origin: ${value}\\r?$`, 'im');
const sent = (line: string): RegExp => new RegExp(`^${line}\\r?$`, 'im');

/** What the commands about other origins must show. */
export const crossOriginClaims: ModuleClaims = {
  claims: {
    'cors-reflect-credentials': claim('cors.lab', allowed('https://p[0-9a-f]+\\.example')),
    'cors-null-credentials': claim('cors-null.lab', allowed('null')),
    'cors-suffix-prefix': claim('cors-suffix.lab', allowed('https://cors-suffix\\.lab\\.p[0-9a-f]+\\.example')),
    'cors-http-origin': claim('cors-http.lab', allowed('http://cors-http\\.lab')),
    'cors-reflect-public': claim('cors-public.lab', allowed('https://p[0-9a-f]+\\.example')),
    'cors-star-credentials': claim('cors-star.lab', sent('Access-Control-Allow-Credentials: true')),
    'cors-vary': claim('cors-public.lab', allowed('https://p[0-9a-f]+\\.example')),
    'cors-preflight-broad': claim('cors-preflight.lab', sent('Access-Control-Max-Age: 31536000')),
    'cors-legacy-policy': claim('cors-star.lab', /domain="\*"/, 'cors-sound.lab'),
    'cors-private-network': claim('cors-star.lab', sent('Access-Control-Allow-Private-Network: true')),
    'cors-wildcard': claim('cors-star.lab', allowed('\\*')),
    'iso-coop-invalid': claim('iso-bad.lab', sent('Cross-Origin-Opener-Policy: "same-origin"')),
    'iso-coep-invalid': claim('iso-bad.lab', sent('Cross-Origin-Embedder-Policy: required'), 'cors-sound.lab'),
    'iso-corp-invalid': claim('iso-bad.lab', /^Cross-Origin-Resource-Policy: Same-Origin\r?$/m),
    'iso-coop-missing': claim('cors-null.lab', /^HTTP\/(?![^]*^Cross-Origin-Opener-Policy:)/im),
    'iso-coep-missing': claim('cors-null.lab', /^HTTP\/(?![^]*^Cross-Origin-Embedder-Policy:)/im),
    'iso-corp-missing': claim('cors-null.lab', /^HTTP\/(?![^]*^Cross-Origin-Resource-Policy:)/im),
    'iso-state': claim('cors-http.lab', /^HTTP\/(?![^]*^Cross-Origin-Embedder-Policy:)/im),
    'iso-report-only': claim('cors-null.lab', /^Cross-Origin-Opener-Policy-Report-Only: same-origin/im),
  },
  cannotBeRun: {},
};
