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
  // Small when received, large when expanded.
  'gzip-bomb',
  'deep-html',
  // Answers that are not HTTP, and ambiguous HTTP.
  'garbage',
  'length-and-chunks',
  'injection',
  // To where no audit may go, and in a circle.
  'redirect-endless',
  'redirect-metadata',
  'redirect-alias',
]);
