import { UsageError } from '../argument-values.ts';
import type { Environment } from '../context.ts';
import { serviceAddress } from './address.ts';
import { readApiKey } from './api-key.ts';
import type { ServiceAccess } from './arguments.ts';
import { openService, type Service } from './service.ts';

/** The service from arguments and environment. Throws UsageError. */
export function reachService(
  { key }: Pick<ServiceAccess, 'key'>,
  named: string | null,
  env: Environment,
): { service: Service; address: string } {
  const text = named ?? env['PERIMETER_SERVER'] ?? '';
  if (text === '') throw new UsageError('Missing address of the service: use --server URL or set PERIMETER_SERVER');
  const address = serviceAddress(text);
  return { service: openService({ address, key: readApiKey(key, env) }), address };
}
