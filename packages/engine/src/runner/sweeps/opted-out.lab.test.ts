import { testOptOuts } from './testing/opted-out.ts';

// Name servers, mail hosts, scripts and a certificate elsewhere; and names that dangle. The other kinds of references
// are in opted-out.endurance.lab.test.ts.
testOptOuts(['bad.lab', 'deadref.lab'], 'bad.lab');
