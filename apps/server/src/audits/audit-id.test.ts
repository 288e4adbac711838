import { auditId } from '@perimeter/contract/audit';
import { fc } from '@perimeter/protocols/testing/random';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromAuditId, toAuditId } from './audit-id.ts';

test("an id is accepted exactly if it matches the contract's schema", () => {
  const texts = fc.oneof(
    fc.uuid().map(toAuditId),
    fc.uuid(),
    fc.string(),
    fc.uuid().map((uuid) => `aud_${uuid}\n`),
  );
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(fromAuditId(text) !== null, auditId.safeParse(text).success);
    }),
  );
});
