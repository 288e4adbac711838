import type { Frame } from '@perimeter/dashboard/lib/frame';
import { engineVersion } from '@perimeter/engine/version';
import { policy } from '@perimeter/engine/scoring/policy.data';
import { relyingPartyFor } from '../../credentials/second-factor/relying-party.ts';
import type { HttpRequest } from '../../http/http.ts';
import { originFor } from '../../http/reached-origin.ts';
import type { PageParts } from './options.ts';
import { nobodyKnown, readReader, shownWith } from './reader.ts';

/** The parts of every page that do not depend on the reader. */
export const bareFrame = ({ identity, pages, web }: PageParts): Frame => ({
  base: web.basePath,
  path: '',
  viewer: null,
  credits: null,
  signup: 'closed',
  passkeys: false,
  lacksAddress: identity.lacksAddress,
  assets: pages.names,
  engineVersion,
  policyVersion: policy.version,
  imprintUrl: web.imprintUrl,
  privacyUrl: web.privacyUrl,
  origin: identity.linkOrigin(),
  nowMs: 0,
});

/** The parts of every page about the service and its reader. */
export async function frameOf(parts: PageParts, request: HttpRequest): Promise<Frame> {
  const { identity } = parts;
  return {
    ...bareFrame(parts),
    path: new URL(request.url, 'http://localhost').pathname,
    ...(await shownWith(request, readReader(parts, request), nobodyKnown(parts))),
    origin: originFor(request, identity.publicOrigin, identity.linkOrigin()),
    passkeys: relyingPartyFor(request, identity) !== null,
    nowMs: identity.nowMs(),
  };
}
