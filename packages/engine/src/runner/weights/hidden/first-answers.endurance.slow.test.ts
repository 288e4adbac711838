// DMARC and CAA are hidden in ../hidden-answers.test.ts; the files of this folder hide every answer of the golden evidence.
import { testHiddenAnswers } from '../testing/hidden-answers-suite.ts';

testHiddenAnswers(1);
