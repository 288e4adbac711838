import { oldListWarnings } from '@perimeter/engine/runner/old-lists';
import { startApi } from './api-role.ts';
import type { Parts, Service } from './parts.ts';
import { lacksAddress } from '../settings/identity.ts';
import { openWorker } from './worker-role.ts';

/** Starts the roles of this process. Throws StartError. */
export async function startRoles(parts: Parts): Promise<Pick<Service, 'url' | 'setupToken'>> {
  const { role, engine } = parts.settings;
  for (const warning of oldListWarnings(engine, Date.now())) parts.http.log.warn(warning);
  if (role !== 'worker' && parts.settings.web.operatorContact === null)
    parts.http.log.warn(
      'PERIMETER_OPERATOR_CONTACT is not set: the page /opt-out names nobody to whom owners of audited domains can write',
    );
  if (role !== 'worker' && lacksAddress(parts.settings))
    parts.http.log.warn(
      'PERIMETER_PUBLIC_URL is not set, and the service listens beyond this machine: links in messages lead nowhere, documents have no QR code, and browsers cannot use passkeys',
    );
  const work = role === 'api' ? null : await openWorker(parts);
  const answering = role === 'worker' ? { url: null, setupToken: null } : await startApi(parts);
  await work?.();
  return answering;
}
