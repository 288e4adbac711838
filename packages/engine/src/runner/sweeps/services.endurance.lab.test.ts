// services.lab.test.ts audits the tarpit in standard mode; this file waits for its ports in deep mode.
import { labTest } from '@perimeter/lab/harness';
import { exposedServices } from '../../modules/exposed_services/module.ts';
import { deepAudit } from '../testing/deep-audit.ts';
import { assertTarpit } from './testing/harmless-ports.ts';

labTest('a tarpit has no finding in deep mode', async () => {
  assertTarpit(await deepAudit('tarpit.lab', new Set(exposedServices.checks.flatMap(({ needs }) => needs))));
});
