// asked-names.lab.test.ts guards both modes; this file adds a domain in deep mode that has every record.
import { testAskedNames } from './testing/asked-of-domain.ts';

testAskedNames('good.lab', 'deep');
