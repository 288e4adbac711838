import { testHttpHostilities } from './testing/http-suite.ts';

testHttpHostilities([
  // Slow, silent, and broken off.
  'tarpit',
  'header-drip',
  'reset-in-body',
  'https-closes',
  // Without an end: in the head, in the body, before both.
  'interim-flood',
  'endless-headers',
  'endless-chunks',
  // Small outside, large inside.
  'gzip-bomb',
  'deep-html',
  // No HTTP, and HTTP that two readers read in two ways.
  'garbage',
  'length-and-chunks',
  'injection',
  // To where no audit may go, and in a circle.
  'redirect-endless',
  'redirect-metadata',
  'redirect-alias',
]);
