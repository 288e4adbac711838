// Two pages are judged with every faulty value in bad-values.slow.test.ts; this file judges pages of all kinds, and cookies with
// each set of attributes.
import { pagesWithHeaders, testBadAttributes, testBadValues } from './testing/bad-values-suite.ts';

for (const base of Object.keys(pagesWithHeaders)) testBadValues(base, 40);
testBadAttributes(['', '; Secure', '; Secure; HttpOnly']);
