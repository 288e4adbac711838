import { testBadAttributes, testBadValues } from './testing/bad-values-suite.ts';

// The page that has most to lose, and the one that has nothing.
testBadValues('a strict page', 20);
testBadValues('a page without other headers', 20);
testBadAttributes(['', '; Secure; HttpOnly']);
