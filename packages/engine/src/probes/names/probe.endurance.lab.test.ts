// probe.lab.test.ts judges two wildcards and walks a zone; this file judges the other wildcards.
import assert from 'node:assert/strict';
import { labTest, sideBySide } from '@perimeter/lab/harness';
import { failedOn, namesOn } from './testing/names-on.ts';

sideBySide('wildcards and zones', () => {
  labTest('what a wildcard leads to is judged once, and guessed names below it never', async () => {
    assert.deepEqual(await failedOn('wild-unregistered.lab'), [
      'sub-cname-unregistered *.wild-unregistered.lab x.nobody-owns-this.lab',
    ]);
    assert.deepEqual(await failedOn('wild-mail.lab', 'deep'), [
      'sub-mx-unregistered *.wild-mail.lab mail.nobody-owns-this.lab',
    ]);
    assert.deepEqual(await failedOn('wild-tree.lab'), ['sub-cname-nxdomain *.wild-tree.lab']);
    assert.deepEqual(await failedOn('wild-other-tree.lab'), []);
    const { inventory } = await namesOn('wild-other-tree.lab', 'deep');
    assert.ok(
      inventory.every(({ status }) => status !== 'missing'),
      'only names that the other tree has',
    );
  });
  labTest('a zone without NSEC records is not walked', async () => {
    const other = await namesOn('good.lab', 'deep');
    assert.equal(other.walk.known && other.walk.value.ended, 'no-nsec');
  });
});
