// exposure.lab.test.ts looks for planted secrets on a host that fails each check; this file does on every host of the table.
import { before } from 'node:test';
import { insideLab } from '@perimeter/lab/harness';
import { exposedContent } from '../../modules/exposed_content/module.ts';
import { sharedAuditsBy } from '../testing/audited-once.ts';
import { hostsWithExposure, testPlanted } from './testing/planted-secrets.ts';

const kinds = new Set(exposedContent.checks.flatMap(({ needs }) => needs));
const { of: audited, all: auditAll } = sharedAuditsBy('network', kinds);

before(async () => {
  if (insideLab) await auditAll(hostsWithExposure);
});

testPlanted(hostsWithExposure, audited);
