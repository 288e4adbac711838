import { both, type CoverageTable } from './row.data.ts';

/** Cross-origin access and isolation of each site. */
export const crossOriginCoverage: CoverageTable = {
  'cors-reflect-credentials': both('cors.lab', 'good.lab cors-sound.lab cors-public.lab'),
  'cors-null-credentials': both('cors-null.lab', 'good.lab cors-sound.lab'),
  'cors-suffix-prefix': both('cors-suffix.lab cors-prefix.lab', 'good.lab cors-sound.lab cors-http.lab'),
  'cors-http-origin': both('cors-http.lab', 'good.lab cors-sound.lab cors-suffix.lab'),
  'cors-reflect-public': both('cors-public.lab', 'good.lab cors-sound.lab'),
  'cors-star-credentials': both('cors-star.lab', 'good.lab cors-sound.lab'),
  'cors-vary': both('cors-public.lab', 'good.lab cors-sound.lab cors-null.lab'),
  'cors-preflight-broad': both('cors-preflight.lab', 'good.lab cors-sound.lab'),
  'cors-legacy-policy': both('cors-star.lab', 'cors-sound.lab'),
  'cors-private-network': both('cors-star.lab', 'good.lab cors-sound.lab'),
  'cors-wildcard': both('cors-star.lab', 'good.lab cors-sound.lab'),
  'iso-coop-invalid': both('iso-bad.lab sloppy.lab', 'good.lab cors-sound.lab'),
  'iso-coep-invalid': both('iso-bad.lab', 'cors-sound.lab'),
  'iso-corp-invalid': both('iso-bad.lab', 'good.lab cors-sound.lab'),
  'iso-coop-missing': both('cors-null.lab', 'good.lab cors-sound.lab'),
  'iso-coep-missing': both('cors-null.lab', 'good.lab cors-sound.lab'),
  'iso-corp-missing': both('cors-null.lab', 'good.lab cors-sound.lab'),
  'iso-state': both('cors-http.lab', 'good.lab cors-sound.lab'),
  'iso-report-only': both('cors-null.lab', 'good.lab cors-sound.lab'),
};
